"""The site, as `make docs` builds it: what it has, and that nothing comes from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import html

from website.manual import commands

ROOT = Path(__file__).parent.parent.parent
LOADED = ("//link[not(@rel='canonical')]/@href", "//script/@src", "//img/@src", "//iframe/@src")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site; a link that leads nowhere fails it."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--quiet",
            "--config-file",
            ROOT / "website/mkdocs.yml",
            "--site-dir",
            folder,
        ],
        check=True,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    return folder


def test_no_page_loads_anything_from_elsewhere(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    loaded = {
        address
        for page in pages
        for path in LOADED
        for address in html.fromstring(page.read_bytes()).xpath(path)
    }
    assert loaded
    assert [address for address in loaded if address.startswith(("http:", "https:", "//"))] == []
    styles = "".join(style.read_text() for style in site.rglob("*.css"))
    assert "url(http" not in styles.replace('"', "")
    assert "@import" not in styles


def test_each_command_has_a_page_with_its_help(site):
    for context in commands():
        page = site / "reference" / f"{str(context.info_name).replace(' ', '-')}.html"
        assert f"Usage: {context.info_name}" in html.fromstring(page.read_bytes()).text_content()


def test_the_reference_of_rules_has_their_keys(site):
    text = html.fromstring((site / "reference/rules.html").read_bytes()).text_content()
    for key in ("detectors", "recognisers", "max_corpus_risk", "survives", "whole_megabytes"):
        assert key in text


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("api", ("load_ruleset", "redact", "check", "Incomplete", "Redactor")),
        ("plugin-api", ("Detector", "detect", "Template", "Span", "checks")),
    ],
)
def test_the_api_reference_is_made_of_docstrings(site, page, names):
    [article] = html.fromstring((site / f"{page}.html").read_bytes()).xpath("//article")
    assert {name for name in names if name not in article.text_content()} == set()
    assert not re.search(r":::|:(class|mod|func|meth):", article.text_content())


def test_pages_find_one_another_without_a_server(site):
    """Links to pages name files, so that the folder can be opened as it is."""
    for page in site.rglob("*.html"):
        if page.name == "404.html":
            continue
        for link in html.fromstring(page.read_bytes()).xpath("//a/@href"):
            path = link.partition("#")[0]
            if path and "://" not in path and not path.startswith("mailto:"):
                assert (page.parent / path).is_file(), f"{page.name}: {link}"
