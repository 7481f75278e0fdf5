"""Which elements and attributes of a page are shown, and under which name. Data only.

HTML elements that browsers do not know do nothing, so those that do something are named; of attributes, and in drawings
and formulas, only what is named here passes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

HTML, SVG, MATH = "", "svg", "math"
"""Name spaces."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]*\Z")
"""Of elements and attributes that the DOM can hold; parsers make others."""

LEFT_OUT = frozenset(
    "script noscript noembed noframes template base meta link title source track param area map portal "
    "fencedframe bgsound".split()
)
"""Gone with all that is in them. What stands in `noscript` and `template` no reader sees."""

RENAMED: Mapping[str, str] = {
    "object": "shown-object",
    "applet": "shown-object",
    "frameset": "body",
    "frame": "div",
    "marquee": "div",
}
"""Shown as another element with the same content."""

EMPTIED: Mapping[str, str] = {
    "iframe": "shown-iframe",
    "embed": "shown-embed",
    "video": "video",
    "audio": "audio",
    "canvas": "canvas",
}
"""Shown as an empty place of their size: they load, play or draw."""

STANDING = frozenset({"iframe", "object", "embed"})
"""Elements for which `shown-iframe` and so on stand, in sheets too."""
OWN_SHEET = (
    "shown-iframe,shown-embed{display:inline-block;width:300px;height:150px}"
    "shown-iframe{border:2px inset;background:#8881}shown-embed{background:#8881}"
    "shown-object[data-shown-size]{display:inline-block;background:#8881}left-out{display:none!important}"
    "*,::before,::after{transition-duration:0s!important;transition-delay:0s!important;animation-duration:1ms!important;"
    "animation-delay:0s!important;animation-iteration-count:1!important}"
)
"""How browsers show these by default; and nothing moves, so that what is measured stays true."""

PLAIN = frozenset(
    "abbr align alink alt axis bgcolor border bottommargin cellpadding cellspacing char charoff checked class "
    "clear color cols colspan compact dir disabled face frame headers height hidden hspace id label lang "
    "leftmargin link marginheight marginwidth max maxlength min multiple noshade nowrap open optimum high low "
    "pattern placeholder popover readonly required reversed rightmargin role rows rowspan rules scope selected "
    "shape size span start step summary text title topmargin type valign value vlink vspace width wrap".split()
)
"""Attributes of HTML that pass as they are. `name` is not among them: it would put elements in the place of the
document's own properties."""

IMAGES = frozenset({("img", "src"), ("input", "src"), ("video", "poster")})
"""Elements and attributes that name an image, which is put in their place; `background` does so on any element."""

PREFIXES = ("data-", "aria-", "_ng")
"""Attributes that do nothing but are what selectors of real sheets ask for."""
LONGEST_CUSTOM = 200
"""Longer values of those are data for scripts."""

STANDS_FOR = "data-was-"
ASKED_FOR = frozenset("action for href name rel src target".split())
"""Attributes that do not pass as they are, but that selectors of real sheets ask for (`a[href^=http]`). Their values
are kept under another name, and selectors ask for that one."""

SVG_ELEMENTS = frozenset(
    "svg g defs desc title symbol use path rect circle ellipse line polyline polygon text tspan textPath image switch "
    "linearGradient radialGradient stop clipPath mask pattern marker view style foreignObject filter feBlend "
    "feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight "
    "feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset "
    "fePointLight feSpecularLighting feSpotLight feTile feTurbulence".split()
)
"""Without `script`, and without animations, which set attributes later."""

MATH_ELEMENTS = frozenset(
    "math mi mn mo ms mtext mspace mrow mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup "
    "msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr semantics".split()
)
"""Without `annotation-xml`, whose content is HTML or not by its attributes, and `maction`."""

MATH_ATTRIBUTES = frozenset(
    "accent accentunder columnalign columnlines columnspan columnspacing depth display displaystyle fence form "
    "linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation "
    "rowalign rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset".split()
)

NOT_DRAWN = ASKED_FOR | frozenset("data formaction http-equiv is ping srcdoc srcset".split())
"""Attributes of HTML that drawings have no use for."""

SVG_LOCAL = frozenset("use linearGradient radialGradient pattern textPath clipPath mask filter marker".split())
"""Elements of drawings whose `href` may name another of the same page."""

TO_HTML = {SVG: frozenset({"foreignObject", "desc", "title"}), MATH: frozenset("mi mn mo ms mtext".split())}
"""Elements of drawings and formulas that hold HTML."""
