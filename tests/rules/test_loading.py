"""Loading, merging and extending rulesets, and errors with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter.errors import AnonfilterError, PluginError, RulesError
from anonfilter.rules import find, load_ruleset, parse_ruleset

MINIMAL = """anonfilter: 1
labels:
  CODE: {kind: direct, risk: 4}
taggers:
  - use: numbered
"""


def wrong(text: str) -> str:
    with pytest.raises(AnonfilterError) as caught:
        parse_ruleset(text, "mine.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "anonfilter: 1\nlabel: {}\n",
            "mine.yaml:2:1: unknown key 'label'; did you mean 'labels'?",
        ),
        ("anonfilter: 2\n", "mine.yaml:1:13:"),
        ("anonfilter: 1\nlabels:\n  CODE: {knd: direct}\n", "mine.yaml:3:10: unknown key 'knd'"),
        ("anonfilter: 1\nlabels:\n  CODE:\n    risk: 9\n", "mine.yaml:4:11: labels.CODE.risk must"),
        ("anonfilter: 1\nlabels: {CODE: {redact: x}}\n", "2:25: labels.CODE.redact must be true"),
        ("anonfilter: 1\nlabels: {CODE: {tag: '[c]'}}\n", "mine.yaml:2:22: labels.CODE.tag: the"),
        (
            "anonfilter: 1\nlabels: {CODE: {tag: '[C]', template: '[D]'}}\n",
            "mine.yaml:2:16: labels.CODE: `tag: '[C]'` is a template already",
        ),
        ("anonfilter: 1\ndocuments: '*.txt'\n", "mine.yaml:2:12: documents must be a list"),
        (
            "anonfilter: 1\nextends: default\ncheck: {ignore: [PERSN]}\n",
            "mine.yaml:3:18: unknown label 'PERSN'; did you mean 'PERSON'?",
        ),
        ("extends: default\n", "mine.yaml:1:1: the key `anonfilter:` is missing"),
        ("anonfilter: 1\nlabels:\n  code: {}\n", "mine.yaml:3:"),
        (
            "anonfilter: 1\nanonfilter: 1\n",
            "mine.yaml:2:1: the key 'anonfilter' is repeated; it is first",
        ),
        ("anonfilter: 1\nlabels: [\n", "mine.yaml:3:1: not valid YAML"),
        ("anonfilter: 1\ntaggers:\n  - use: numberd\n", "did you mean 'numbered'?"),
        (
            "anonfilter: 1\ntaggers:\n  - name: x\n",
            "3:5: the key `taggers.use:` is missing",
        ),
        ("anonfilter: 1\ntaggers:\n  - use: numbered\n    colour: red\n", "mine.yaml:4:5: unknown"),
        ("anonfilter: 1\nlabels:\n  X: {tag: none-such}\n", "mine.yaml:3:12: there is no tagger"),
        ("anonfilter: 1\nextends: nothing\n", "mine.yaml:2:10: there is no ruleset 'nothing'"),
        ("anonfilter: 1\nextends: default==99\n", "mine.yaml:2:10: default is at version"),
        ("- a\n- b\n", "mine.yaml:1:1: a ruleset is a mapping"),
    ],
)
def test_errors_name_file_line_and_column(text: str, expected: str) -> None:
    assert expected in wrong(text)


def test_every_error_of_a_file_is_reported_at_once() -> None:
    message = wrong("anonfilter: 1\nlabel: {}\ndetektors: []\n")
    assert "mine.yaml:2:1" in message
    assert "mine.yaml:3:1" in message


def test_an_error_in_the_extended_file_names_that_file(write) -> None:  # type: ignore[no-untyped-def]
    base = write("base.yaml", "anonfilter: 1\nlabels:\n  CODE: {risk: high}\n")
    top = write("top.yaml", f"anonfilter: 1\nextends: {base.name}\n")
    with pytest.raises(RulesError, match=r"base\.yaml:3:16"):
        load_ruleset(str(top))


def test_a_mapping_is_merged_and_a_list_grows(write) -> None:  # type: ignore[no-untyped-def]
    write("base.yaml", MINIMAL + "documents: ['*.txt']\n")
    top = write(
        "top.yaml",
        "anonfilter: 1\nextends: base.yaml\ndocuments: ['*.cha']\n"
        "labels: {CODE: {risk: 1}, NAME: {}}\n",
    )
    ruleset = load_ruleset(str(top))
    assert ruleset.model.documents == ("*.txt", "*.cha")
    assert ruleset.labels["CODE"].risk == 1
    assert set(ruleset.labels) == {"CODE", "NAME"}


@pytest.mark.parametrize(
    ("inherited", "said", "expected"),
    [
        ("{tag: '[OLD_{n}]'}", "{template: '[NEW_{n}]'}", ("numbered", "[NEW_{n}]")),
        ("{tag: '[OLD_{n}]'}", "{tag: '[NEW_{n}]'}", ("numbered", "[NEW_{n}]")),
        ("{template: '[OLD_{n}]'}", "{tag: '[NEW_{n}]'}", ("numbered", "[NEW_{n}]")),
        ("{tag: parts, template: '[OLD_{n}]'}", "{template: '[NEW_{n}]'}", ("parts", "[NEW_{n}]")),
        ("{tag: '[OLD_{n}]'}", "{risk: 2}", ("numbered", "[OLD_{n}]")),
    ],
)
def test_a_label_takes_another_template_in_either_notation(  # type: ignore[no-untyped-def]
    write, inherited: str, said: str, expected: tuple[str, str]
) -> None:
    taggers = "taggers:\n  - use: numbered\n  - {use: name-parts, name: parts}\n"
    write("base.yaml", f"anonfilter: 1\nlabels:\n  CODE: {inherited}\n{taggers}")
    top = write("top.yaml", f"anonfilter: 1\nextends: base.yaml\nlabels:\n  CODE: {said}\n")
    label = load_ruleset(str(top)).labels["CODE"]
    assert (label.tag, label.template) == expected


def test_an_instance_is_extended_replaced_switched_off_and_placed(write) -> None:  # type: ignore[no-untyped-def]
    write(
        "base.yaml",
        MINIMAL
        + "detectors:\n"
        + "  - {use: dictionary, name: one, label: CODE, terms: [alpha]}\n"
        + "  - {use: dictionary, name: two, label: CODE, terms: [beta]}\n"
        + "  - {use: dictionary, name: three, label: CODE, terms: [gamma]}\n",
    )
    top = write(
        "top.yaml",
        "anonfilter: 1\nextends: base.yaml\ndetectors:\n"
        "  - {use: dictionary, name: one, label: CODE, terms: [delta]}\n"
        "  - {use: dictionary, name: two, label: CODE, terms: [epsilon], replace: true}\n"
        "  - {use: dictionary, name: three, enabled: false}\n"
        "  - {use: dictionary, name: new, label: CODE, terms: [zeta], before: two}\n",
    )
    ruleset = load_ruleset(str(top))
    found = {i.name: len(i.config.terms) for i in ruleset.instances["detectors"]}  # type: ignore[attr-defined]
    assert list(found) == ["one", "new", "two"]
    assert found == {"one": 2, "new": 1, "two": 1}


def test_new_detectors_come_first_in_their_order_since_the_first_one_wins(write) -> None:  # type: ignore[no-untyped-def]
    write("base.yaml", MINIMAL + "detectors: [{use: dictionary, label: CODE, terms: [a]}]\n")
    top = write(
        "top.yaml",
        "anonfilter: 1\nextends: base.yaml\ndetectors:\n"
        "  - {use: dictionary, name: mine, label: CODE, terms: [b]}\n"
        "  - {use: dictionary, terms: [c]}\n"
        "  - {use: dictionary, name: yours, label: CODE, terms: [d]}\n",
    )
    instances = load_ruleset(str(top)).instances["detectors"]
    assert [instance.name for instance in instances] == ["mine", "yours", "dictionary"]


def test_the_same_plugin_twice_needs_two_names() -> None:
    message = wrong(
        MINIMAL + "detectors:\n  - {use: dictionary, label: CODE, terms: [a]}\n"
        "  - {use: dictionary, label: CODE, terms: [b]}\n"
    )
    assert "mine.yaml:8:5: 'dictionary' is used twice; it is first" in message


def test_rulesets_that_extend_each_other_are_refused(write) -> None:  # type: ignore[no-untyped-def]
    write("a.yaml", "anonfilter: 1\nextends: b.yaml\n")
    write("b.yaml", "anonfilter: 1\nextends: a.yaml\n")
    with pytest.raises(RulesError, match="in a circle"):
        load_ruleset(str(write("c.yaml", "anonfilter: 1\nextends: a.yaml\n")))


def test_files_are_named_from_the_ruleset_that_names_them(write, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    write("shared/terms.txt", "alpha\n")
    write("mine/more.txt", "beta\n")
    write(
        "shared/base.yaml",
        MINIMAL + "detectors:\n  - {use: dictionary, label: CODE, files: [terms.txt]}\n",
    )
    top = write(
        "mine/top.yaml",
        "anonfilter: 1\nextends: ../shared/base.yaml\ndetectors:\n"
        "  - {use: dictionary, files: [more.txt]}\n",
    )
    (instance,) = load_ruleset(str(top)).instances["detectors"]
    named = [(tmp_path / "mine" / name).resolve() for name in instance.config.files]  # type: ignore[attr-defined]
    assert named == [tmp_path / "shared/terms.txt", tmp_path / "mine/more.txt"]


def test_code_of_the_repository_is_not_loaded_unless_trusted(write) -> None:  # type: ignore[no-untyped-def]
    write(
        "tools/mine.py",
        "from anonfilter import hookimpl\n"
        "@hookimpl\n"
        "def anonfilter_register_taggers(register):\n"
        "    register('mine', 'anonfilter_english.taggers.numbered_tags:NumberedTagger')\n",
    )
    top = write("rules.yaml", "anonfilter: 1\nplugins: [tools/mine.py]\ntaggers:\n  - use: mine\n")
    with pytest.raises(PluginError, match="trust-local-plugins"):
        load_ruleset(str(top))
    trusted = load_ruleset(str(top), trust_local=True)
    assert [instance.name for instance in trusted.instances["taggers"]] == ["mine"]


class TestFinding:
    """The ruleset that is used if none is named."""

    def test_the_nearest_up_to_the_repository_root(self, write, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
        (tmp_path / "repo/.git").mkdir(parents=True)
        write("rules.yaml", MINIMAL)
        root = write("repo/rules.yaml", MINIMAL)
        (tmp_path / "repo/data/deep").mkdir(parents=True)
        assert load_ruleset(folder=tmp_path / "repo/data/deep").origin == str(root)
        hidden = write("repo/data/.anonfilter/rules.yaml", MINIMAL)
        assert load_ruleset(folder=tmp_path / "repo/data/deep").origin == str(hidden)

    def test_nothing_above_the_repository_counts(self, write, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
        (tmp_path / "repo/.git").mkdir(parents=True)
        write("rules.yaml", MINIMAL)
        assert load_ruleset(folder=tmp_path / "repo").origin == "default"

    def test_a_rules_yaml_of_another_program_is_left_alone(self, write, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
        (tmp_path / ".git").mkdir()
        write("rules.yaml", "groups:\n  - name: alerts\n")
        assert load_ruleset(folder=tmp_path).origin == "default"

    def test_the_environment_and_the_users_config(  # type: ignore[no-untyped-def]
        self, write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mine = write("mine.yaml", MINIMAL)
        monkeypatch.setenv("ANONFILTER_RULES", str(mine))
        assert load_ruleset(folder=tmp_path).origin == str(mine)


class TestSidecars:
    """What rules say of sidecars."""

    def test_settings_of_an_extended_ruleset_hold_until_overridden(self, write) -> None:  # type: ignore[no-untyped-def]
        write("deep/base.yaml", MINIMAL + "sidecar: plain\nmap_dir: ./maps\nscope: corpus\n")
        top = "anonfilter: 1\nextends: deep/base.yaml\nsidecar: none\n"
        model = load_ruleset(str(write("top.yaml", top))).model
        assert (model.sidecar, model.map_dir, model.scope) == ("none", "./maps", "corpus")

    def test_nothing_is_said_by_default(self) -> None:
        model = parse_ruleset(MINIMAL, "x").model
        assert (model.sidecar, model.map_dir, model.scope) == (None, "", "document")

    @pytest.mark.parametrize(
        "wrong", ["sidecar: seal", "map_dir: /maps", "map_dir: a/../../b", "scope: all"]
    )
    def test_mistakes_are_reported_with_their_place(self, wrong: str) -> None:
        with pytest.raises(RulesError, match=rf"rules\.yaml:\d+:\d+: {wrong.split(':')[0]}"):
            parse_ruleset(MINIMAL + wrong + "\n", "rules.yaml")


def test_an_error_in_the_users_config_has_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    config = tmp_path / "anonfilter" / "config.yaml"
    config.parent.mkdir()
    config.write_text("trust_local_plugin: [a]\nrules: [b]\n")
    find.user_config.cache_clear()
    try:
        with pytest.raises(RulesError) as caught:
            find.user_config()
    finally:
        find.user_config.cache_clear()
    assert str(caught.value).splitlines() == [
        f"{config}:1:1: unknown key 'trust_local_plugin'; did you mean 'trust_local_plugins'?",
        f"{config}:2:8: rules must be text; quote it",
    ]
