"""Which declaration wins, and what the keywords that every property takes mean. Expected looks are Chromium's."""

from __future__ import annotations

import pytest

from .pages import looks, styled

ORDER: list[tuple[str, str, dict[str, str]]] = [
    ("p{color:red}p{color:blue}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#0000ff block", "two": "700 #0000ff", "three": "block"}),
    ("p{color:red}.x{color:green}#a{color:blue}p.x.y{color:pink}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#0000ff block", "two": "700 #0000ff", "three": "block"}),
    ("p{color:red!important}#a{color:blue}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ff0000 block", "two": "700 #ff0000", "three": "block"}),
    ("p{color:red ! IMPORTANT}#a{color:blue!important}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#0000ff block", "two": "700 #0000ff", "three": "block"}),
    ("p{color:red!important;color:blue}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ff0000 block", "two": "700 #ff0000", "three": "block"}),
    ("p{color:red}", "<p style=\"color:blue\">t</p>", {"t": "#0000ff block"}),
    ("p{color:red!important}", "<p style=\"color:blue\">t</p><p style=\"color:blue!important\">t2</p>", {"t": "#ff0000 block", "t2": "#0000ff block"}),
    ("*{color:green}", "<font color=red>t</font><p align=center>u", {"t": "#008000", "u": "#008000 center block"}),
    ("font{font-size:10px}td{text-align:right}", "<font size=7>t</font><table><td align=center>u", {"t": "10px", "u": "right table-cell"}),
    ("@layer a{p{color:red!important}}@layer b{p{color:blue!important}}p{color:green!important}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ff0000 block", "two": "700 #ff0000", "three": "block"}),
    ("@layer a{p{color:red}}@layer b{p{color:blue}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#0000ff block", "two": "700 #0000ff", "three": "block"}),
    ("@layer b,a;@layer a{p{color:red}}@layer b{p{color:blue}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ff0000 block", "two": "700 #ff0000", "three": "block"}),
    ("p{color:green}@layer a{#a{color:red}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#008000 block", "two": "700 #008000", "three": "block"}),
    ("@layer a{@layer n{p{color:red}}p{color:blue}}@layer b.c{p{color:teal}}@layer b{p{font-size:30px}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "30px #008080 block", "two": "30px 700 #008080", "three": "block"}),
    ("@layer a.b{p{color:red}}@layer a{p{color:blue}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#0000ff block", "two": "700 #0000ff", "three": "block"}),
    ("@layer a{p{color:blue}}@layer a.b{p{color:red}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#0000ff block", "two": "700 #0000ff", "three": "block"}),
    ("@layer a.b.c{p{color:red}}@layer a.b{p{color:blue}}@layer a.d{p{color:lime}}@layer a.b.e{p{color:teal}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#00ff00 block", "two": "700 #00ff00", "three": "block"}),
    ("@layer x.y, x.z;@layer x.z{p{color:red}}@layer x.y{p{color:blue}}@layer x{b{color:lime}}@layer x.z{b{color:pink}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ff0000 block", "two": "700 #00ff00", "three": "block"}),
    ("@layer{p{color:red}}@layer{p{color:blue}}@layer a{b{color:lime}}@layer{b{color:teal}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#0000ff block", "two": "700 #008080", "three": "block"}),
    ("@layer a{@layer{p{color:red}}p{color:blue}}@layer{@layer a{p{color:pink}}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ffc0cb block", "two": "700 #ffc0cb", "three": "block"}),
    ("@media (min-width:100px){@layer a{p{color:red}}}@layer b{p{color:blue}}@layer a{p{color:lime}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#0000ff block", "two": "700 #0000ff", "three": "block"}),
    ("@media (max-width:100px){@layer a{p{color:red}}}@layer b{p{color:blue}}@layer a{p{color:lime}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#00ff00 block", "two": "700 #00ff00", "three": "block"}),
    ("p{color:red;@layer z{color:blue}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ff0000 block", "two": "700 #ff0000", "three": "block"}),
    ("@layer a{@layer n{p{color:red!important}}p{color:blue!important}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ff0000 block", "two": "700 #ff0000", "three": "block"}),
    ("@layer a , b.c ;@layer b.c{p{color:red}}@layer a{p{color:blue}}", "<p id=a class=\"x y\">one <b class=k>two</b></p><div class=k>three</div>", {"one": "#ff0000 block", "two": "700 #ff0000", "three": "block"}),
    ("@layer a{p{color:red!important}}", "<p style=\"color:blue!important\">t", {"t": "#0000ff block"}),
]


@pytest.mark.parametrize(("css", "body", "expected"), ORDER)
def test_origin_importance_layers_specificity_and_order(css: str, body: str, expected: dict[str, str]) -> None:
    assert looks(styled(css, body)) == expected


WIDE: list[tuple[str, str, dict[str, str]]] = [
    ("div{color:red}b,h1,th,a{color:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "#ff0000 block", "b": "700 #ff0000", "i": "700 italic #ff0000", "h": "32px 700 #ff0000 block", "l": "underline #ff0000", "th": "700 #ff0000 center table-cell"}),
    ("div{color:red}b,h1,th,a{color:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "#ff0000 block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline", "th": "700 center table-cell"}),
    ("div{color:red}b,h1,th,a{color:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "#ff0000 block", "b": "700 #ff0000", "i": "700 italic #ff0000", "h": "32px 700 #ff0000 block", "l": "underline #ff0000", "th": "700 #ff0000 center table-cell"}),
    ("div{color:red}b,h1,th,a{color:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "#ff0000 block", "b": "700 #ff0000", "i": "700 italic #ff0000", "h": "32px 700 #ff0000 block", "l": "underline #0000ee", "th": "700 #ff0000 center table-cell"}),
    ("div{font-size:30px}b,h1,th,a{font-size:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "30px block", "b": "30px 700", "i": "30px 700 italic", "h": "30px 700 block", "l": "30px underline #0000ee", "th": "30px 700 center table-cell"}),
    ("div{font-size:30px}b,h1,th,a{font-size:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "30px block", "b": "700", "i": "700 italic", "h": "700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{font-size:30px}b,h1,th,a{font-size:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "30px block", "b": "30px 700", "i": "30px 700 italic", "h": "30px 700 block", "l": "30px underline #0000ee", "th": "30px 700 center table-cell"}),
    ("div{font-size:30px}b,h1,th,a{font-size:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "30px block", "b": "30px 700", "i": "30px 700 italic", "h": "60px 700 block", "l": "30px underline #0000ee", "th": "30px 700 center table-cell"}),
    ("div{font-weight:300}b,h1,th,a{font-weight:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "300 block", "b": "300", "i": "300 italic", "h": "32px 300 block", "l": "300 underline #0000ee", "th": "300 center table-cell"}),
    ("div{font-weight:300}b,h1,th,a{font-weight:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "300 block", "b": "", "i": "italic", "h": "32px block", "l": "underline #0000ee", "th": "center table-cell"}),
    ("div{font-weight:300}b,h1,th,a{font-weight:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "300 block", "b": "300", "i": "300 italic", "h": "32px 300 block", "l": "300 underline #0000ee", "th": "300 center table-cell"}),
    ("div{font-weight:300}b,h1,th,a{font-weight:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "300 block", "b": "", "i": "italic", "h": "32px 700 block", "l": "300 underline #0000ee", "th": "700 center table-cell"}),
    ("div{font-style:italic}b,h1,th,a{font-style:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "italic block", "b": "700 italic", "i": "700 italic", "h": "32px 700 italic block", "l": "italic underline #0000ee", "th": "700 italic center table-cell"}),
    ("div{font-style:italic}b,h1,th,a{font-style:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "italic block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{font-style:italic}b,h1,th,a{font-style:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "italic block", "b": "700 italic", "i": "700 italic", "h": "32px 700 italic block", "l": "italic underline #0000ee", "th": "700 italic center table-cell"}),
    ("div{font-style:italic}b,h1,th,a{font-style:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "italic block", "b": "700 italic", "i": "700 italic", "h": "32px 700 italic block", "l": "italic underline #0000ee", "th": "700 italic center table-cell"}),
    ("div{text-decoration:underline}b,h1,th,a{text-decoration:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "underline block", "b": "700 underline", "i": "700 italic", "h": "32px 700 underline block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{text-decoration:underline}b,h1,th,a{text-decoration:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "underline block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "#0000ee", "th": "700 center table-cell"}),
    ("div{text-decoration:underline}b,h1,th,a{text-decoration:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "underline block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "#0000ee", "th": "700 center table-cell"}),
    ("div{text-decoration:underline}b,h1,th,a{text-decoration:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "underline block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{text-align:right}b,h1,th,a{text-align:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "right block", "b": "700 right", "i": "700 italic right", "h": "32px 700 right block", "l": "underline #0000ee right", "th": "700 right table-cell"}),
    ("div{text-align:right}b,h1,th,a{text-align:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "right block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 table-cell"}),
    ("div{text-align:right}b,h1,th,a{text-align:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "right block", "b": "700 right", "i": "700 italic right", "h": "32px 700 right block", "l": "underline #0000ee right", "th": "700 right table-cell"}),
    ("div{text-align:right}b,h1,th,a{text-align:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "right block", "b": "700 right", "i": "700 italic right", "h": "32px 700 right block", "l": "underline #0000ee right", "th": "700 right table-cell"}),
    ("div{text-transform:uppercase}b,h1,th,a{text-transform:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block uppercase", "b": "700 uppercase", "i": "700 italic uppercase", "h": "32px 700 block uppercase", "l": "underline #0000ee uppercase", "th": "700 center table-cell uppercase"}),
    ("div{text-transform:uppercase}b,h1,th,a{text-transform:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block uppercase", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{text-transform:uppercase}b,h1,th,a{text-transform:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block uppercase", "b": "700 uppercase", "i": "700 italic uppercase", "h": "32px 700 block uppercase", "l": "underline #0000ee uppercase", "th": "700 center table-cell uppercase"}),
    ("div{text-transform:uppercase}b,h1,th,a{text-transform:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block uppercase", "b": "700 uppercase", "i": "700 italic uppercase", "h": "32px 700 block uppercase", "l": "underline #0000ee uppercase", "th": "700 center table-cell uppercase"}),
    ("div{visibility:hidden}b,h1,th,a{visibility:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block hidden", "b": "700 hidden", "i": "700 italic hidden", "h": "32px 700 block hidden", "l": "underline #0000ee hidden", "th": "700 center table-cell hidden"}),
    ("div{visibility:hidden}b,h1,th,a{visibility:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block hidden", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{visibility:hidden}b,h1,th,a{visibility:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block hidden", "b": "700 hidden", "i": "700 italic hidden", "h": "32px 700 block hidden", "l": "underline #0000ee hidden", "th": "700 center table-cell hidden"}),
    ("div{visibility:hidden}b,h1,th,a{visibility:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block hidden", "b": "700 hidden", "i": "700 italic hidden", "h": "32px 700 block hidden", "l": "underline #0000ee hidden", "th": "700 center table-cell hidden"}),
    ("div{background-color:lime}b,h1,th,a{background-color:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "on #00ff00 block", "b": "700 on #00ff00", "i": "700 italic", "h": "32px 700 on #00ff00 block", "l": "underline #0000ee on #00ff00", "th": "700 center table-cell"}),
    ("div{background-color:lime}b,h1,th,a{background-color:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "on #00ff00 block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{background-color:lime}b,h1,th,a{background-color:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "on #00ff00 block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{background-color:lime}b,h1,th,a{background-color:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "on #00ff00 block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{display:block}b,h1,th,a{display:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block", "b": "700 block", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee block", "th": "700 center table-row"}),
    ("div{display:block}b,h1,th,a{display:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block", "b": "700", "i": "700 italic", "h": "32px 700", "l": "underline #0000ee", "th": "700 center"}),
    ("div{display:block}b,h1,th,a{display:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block", "b": "700", "i": "700 italic", "h": "32px 700", "l": "underline #0000ee", "th": "700 center"}),
    ("div{display:block}b,h1,th,a{display:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{font:italic 700 30px Arial}b,h1,th,a{font:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "30px 700 italic block", "b": "30px 700 italic", "i": "30px 700 italic", "h": "30px 700 italic block", "l": "30px 700 italic underline #0000ee", "th": "30px 700 italic center table-cell"}),
    ("div{font:italic 700 30px Arial}b,h1,th,a{font:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "30px 700 italic block", "b": "", "i": "italic", "h": "block", "l": "underline #0000ee", "th": "center table-cell"}),
    ("div{font:italic 700 30px Arial}b,h1,th,a{font:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "30px 700 italic block", "b": "30px 700 italic", "i": "30px 700 italic", "h": "30px 700 italic block", "l": "30px 700 italic underline #0000ee", "th": "30px 700 italic center table-cell"}),
    ("div{font:italic 700 30px Arial}b,h1,th,a{font:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "30px 700 italic block", "b": "30px 900 italic", "i": "30px 900 italic", "h": "60px 700 italic block", "l": "30px 700 italic underline #0000ee", "th": "30px 700 italic center table-cell"}),
    ("div{background:red}b,h1,th,a{background:inherit}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "on #ff0000 block", "b": "700 on #ff0000", "i": "700 italic", "h": "32px 700 on #ff0000 block", "l": "underline #0000ee on #ff0000", "th": "700 center table-cell"}),
    ("div{background:red}b,h1,th,a{background:initial}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "on #ff0000 block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{background:red}b,h1,th,a{background:unset}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "on #ff0000 block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{background:red}b,h1,th,a{background:revert}", "<div>d<b>b<i>i</i></b><h1>h</h1><a href=x>l</a><table><th>th</table></div>", {"d": "on #ff0000 block", "b": "700", "i": "700 italic", "h": "32px 700 block", "l": "underline #0000ee", "th": "700 center table-cell"}),
    ("div{color:red;font-size:30px}h1,b,a{all:initial}", "<div>d<b>b</b><h1>h</h1><a href=x>l</a></div>", {"d": "30px #ff0000 block", "b": "", "h": "", "l": ""}),
    ("div{color:red;font-size:30px}h1,b,a{all:unset}", "<div>d<b>b</b><h1>h</h1><a href=x>l</a></div>", {"d": "30px #ff0000 block", "b": "30px #ff0000", "h": "30px #ff0000", "l": "30px #ff0000"}),
    ("div{color:red;font-size:30px}h1,b,a{color:blue;font-weight:100}h1,b,a{all:revert}", "<div>d<b>b</b><h1>h</h1><a href=x>l</a></div>", {"d": "30px #ff0000 block", "b": "30px 700 #ff0000", "h": "60px 700 #ff0000 block", "l": "30px underline #0000ee"}),
    ("div{color:red;background:blue}b{all:inherit}", "<div>d<b>b</b></div>", {"d": "#ff0000 on #0000ff block", "b": "#ff0000 on #0000ff block"}),
    ("font{color:revert}td{text-align:revert}", "<font color=red size=5>t</font><table><td align=center>u", {"t": "24px", "u": "table-cell"}),
    ("b{background:inherit}div{background:red}", "<div>a<i>b<b>c</b></i><b>d</b></div>", {"a": "on #ff0000 block", "b": "italic", "c": "700 italic", "d": "700 on #ff0000"}),
    ("b{display:inherit}", "<div>a<b>c</b></div><span>x<b>y</b></span>", {"a": "block", "c": "700 block", "x": "", "y": "700"}),
    ("b{text-decoration:inherit}u{color:red}", "<u>a<b>c</b></u>", {"a": "underline #ff0000", "c": "700 underline #ff0000"}),
    ("b{height:inherit}", "<div style=\"height:5px\">a<b>c</b></div>", {"a": "block", "c": "700"}),
]


@pytest.mark.parametrize(("css", "body", "expected"), WIDE)
def test_inherit_initial_unset_and_revert(css: str, body: str, expected: dict[str, str]) -> None:
    assert looks(styled(css, body)) == expected
