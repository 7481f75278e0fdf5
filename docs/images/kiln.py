"""Draws docs/images/kiln.png: the example page with its headings marked by level, and the outline beside it.

`python docs/images/kiln.py` needs Chromium and Playwright.
"""

from __future__ import annotations

import html
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

import rubricator

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "examples" / "kiln.html"
COLORS = ["", "#c0392b", "#2471a3"]
_MARK = """([xpath, color]) => {
    const node = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue
    const box = (node.nodeType === 1 ? node : node.parentElement)
    box.style.outline = `2px solid ${color}`
    box.style.outlineOffset = "3px"
}"""


def main() -> None:
    structure = rubricator.read(PAGE)
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1180, "height": 700}, device_scale_factor=1)
        page.goto(PAGE.resolve().as_uri())
        for block in structure.root.walk():
            if block.heading:
                page.evaluate(_MARK, [block.heading.xpath, COLORS[block.level]])
        page.add_style_tag(
            content="body { margin: 24px !important; max-width: 640px !important }"
            ".outline { position: fixed; right: 24px; top: 24px; width: 430px; padding: 14px 18px; background: #faf7f2;"
            "border: 1px solid #ddd; font: 14px/1.7 'DejaVu Sans Mono', monospace; white-space: pre }"
        )
        page.evaluate(
            "text => document.body.insertAdjacentHTML('beforeend', `<div class=outline>${text}</div>`)",
            html.escape(structure.outline(width=52)),
        )
        page.screenshot(path=HERE / "kiln.png")
        browser.close()


if __name__ == "__main__":
    main()
