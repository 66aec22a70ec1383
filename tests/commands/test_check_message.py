"""``anonfilter check --commit-msg``: a message as git will keep it, by the lines of its file."""

from __future__ import annotations

import pytest

from anonfilter.checking import messages

NAME = "Wilma Quillfeather"
CUT = "# ------------------------ >8 ------------------------"


@pytest.fixture
def says(run, repository):
    def check(text, *arguments):
        repository.write("msg", text)
        result = run("check", "--commit-msg", "msg", *arguments)
        assert "uillfeather" not in result.out + result.err
        return result

    return check


def test_what_it_says_is_told_by_line(says):
    result = says(f"Add an interview\n\nAs {NAME} wished.\n")
    assert result.code == 1
    assert result.out.startswith("commit message:3:4: PERSON")
    assert says("Add an interview\n").code == 0


def test_comments_are_not_kept_nor_what_is_below_the_scissors(says):
    assert says(f"Add\n# Author: {NAME}\n").code == 0
    assert says(f"# Hello\nBy {NAME}\n").out.startswith("commit message:2:4")
    changes = (
        f"{CUT}\n# Do not change.\n# What is below goes.\ndiff --git a/x b/x\n+We met {NAME}\n"
    )
    assert says(f"Add\n{changes}").code == 0


def test_scissors_that_git_did_not_write_cut_nothing(says, repository):
    assert says(f"Add\n{CUT}\nWe met {NAME}\n").code == 1
    assert says(f"Add\n{CUT}\n# Do not change.\n# What is below goes.\nBy {NAME}\n").code == 1
    repository.git("config", "commit.cleanup", "scissors")
    assert says(f"Add\n{CUT}\nWe met {NAME}\n").code == 0


def test_where_no_editor_was_opened_git_keeps_what_looks_like_a_comment(says, monkeypatch):
    monkeypatch.setenv("GIT_EDITOR", ":")
    assert says(f"Add\n# Author: {NAME}\n").code == 1
    assert says(f"Add\n{CUT}\nWe met {NAME}\n").code == 1


@pytest.mark.parametrize(
    ("cleanup", "comment", "below"),
    [("strip", 0, 1), ("default", 0, 1), ("scissors", 1, 0), ("whitespace", 1, 1),
     ("verbatim", 1, 1)],
)  # fmt: skip
def test_as_git_is_told_to_clean_up(says, repository, cleanup, comment, below):
    repository.git("config", "commit.cleanup", cleanup)
    assert says(f"Add\n# {NAME}\n").code == comment
    assert says(f"Add\n{CUT}\n{NAME}\n").code == below


@pytest.mark.parametrize("name", ["core.commentChar", "core.commentString"])
def test_another_sign_for_comments(says, repository, name):
    repository.git("config", name, ";")
    assert says(f"Add\n; {NAME}\n").code == 0
    assert says(f"Add\n# {NAME}\n").code == 1
    cut = f"{CUT}\n# Do not change.\n# It goes.\n".replace("#", ";")
    assert says(f"Add\n{cut}diff --git\n{NAME}\n").code == 0


def test_a_sign_that_git_chooses(says, repository):
    repository.git("config", "core.commentChar", "auto")
    assert says(f"# {NAME}\n; Please enter\n; the message\n").code == 1
    assert says(f"Add\n; Please: {NAME}\n; the message\n").code == 0


def test_in_its_encoding(says, repository):
    repository.git("config", "i18n.commitEncoding", "latin-1")
    assert says(f"Über {NAME}\n".encode("latin-1")).out.startswith("commit message:1:6")
    repository.git("config", "i18n.commitEncoding", "klingon")
    result = says("Add\n")
    assert result.code == 3
    assert "klingon" in result.err


def test_a_file_that_is_not_there(run, repository):
    result = run("check", "--commit-msg", "nowhere")
    assert result.code == 3
    assert "nowhere: there is no such file" in result.err


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("Add\n\nSigned-off-by: A B <a@b.org>\n", "Add\n\n\n"),
        ("Add\n\nRefs: #7\nco-authored-by: A B <a@b.org>\n\n", "Add\n\nRefs: #7\n\n\n"),
        ("Signed-off-by: A B <a@b.org>\n\nAdd\n", "Signed-off-by: A B <a@b.org>\n\nAdd\n"),
        ("Add\nSigned-off-by: A B <a@b.org>\n", "Add\nSigned-off-by: A B <a@b.org>\n"),
        ("Add\n\nSpoken-to: A B <a@b.org>\n", "Add\n\nSpoken-to: A B <a@b.org>\n"),
        ("Add\n\nSeen-by: A B\n", "Add\n\nSeen-by: A B\n"),
        ("Add\n\nInterviewed-by: A <a@b.org>\n", "Add\n\nInterviewed-by: A <a@b.org>\n"),
        ("Reviewed-by: A B <a@b.org>\n", "Reviewed-by: A B <a@b.org>\n"),
        ("v1\n-----BEGIN PGP SIGNATURE-----\n\niQGz+/A=\n-----END PGP SIGNATURE-----\n", "v1\n\n"),
        (
            "v1\n-----BEGIN PGP SIGNATURE-----\nVersion: GnuPG v1.4.11 (GNU/Linux)\n\niQGz\n"
            "-----END PGP SIGNATURE-----\n",
            "v1\n\n",
        ),
        (
            "v1\n-----BEGIN PGP SIGNATURE-----\nVersion: Jane Smith\n-----END PGP SIGNATURE-----\n",
            "v1\n-----BEGIN PGP SIGNATURE-----\nVersion: Jane Smith\n-----END PGP SIGNATURE-----\n",
        ),
        (
            "v1\n-----BEGIN PGP SIGNATURE-----\nJane Smith\n-----END PGP SIGNATURE-----\n",
            "v1\n-----BEGIN PGP SIGNATURE-----\nJane Smith\n-----END PGP SIGNATURE-----\n",
        ),
    ],
)
def test_who_signed_is_left_out_and_nothing_else(message, kept):
    assert messages.without_signatures(message) == kept
