"""``anonfilter check --commit-msg``: a message as git will keep it, with its lines."""

from __future__ import annotations

import subprocess

import pytest

from anonfilter.selection import messages, signatures

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


def test_findings_in_a_message_are_reported_by_line(says):
    result = says(f"Add an interview\n\nAs {NAME} wished.\n")
    assert result.code == 1
    assert result.out.startswith("commit message:3:4: PERSON")
    assert says("Add an interview\n").code == 0


def test_comments_and_text_below_the_scissors_are_not_checked(says):
    assert says(f"Add\n# Author: {NAME}\n").code == 0
    assert says(f"# Hello\nBy {NAME}\n").out.startswith("commit message:2:4")
    changes = (
        f"{CUT}\n# Do not change.\n# What is below goes.\ndiff --git a/x b/x\n+We met {NAME}\n"
    )
    assert says(f"Add\n{changes}").code == 0


def test_scissors_that_git_did_not_write_are_text(says, repository):
    assert says(f"Add\n{CUT}\nWe met {NAME}\n").code == 1
    assert says(f"Add\n{CUT}\n# Do not change.\n# What is below goes.\nBy {NAME}\n").code == 1
    repository.git("config", "commit.cleanup", "scissors")
    assert says(f"Add\n{CUT}\nWe met {NAME}\n").code == 0


def test_without_an_editor_git_keeps_lines_like_comments(says, monkeypatch):
    monkeypatch.setenv("GIT_EDITOR", ":")
    assert says(f"Add\n# Author: {NAME}\n").code == 1
    assert says(f"Add\n{CUT}\nWe met {NAME}\n").code == 1


@pytest.mark.parametrize(
    ("cleanup", "comment", "below"),
    [
        ("strip", 0, 1),
        ("default", 0, 1),
        ("scissors", 1, 0),
        ("whitespace", 1, 1),
        ("verbatim", 1, 1),
    ],
)
def test_the_message_is_cleaned_up_as_git_is_configured(says, repository, cleanup, comment, below):
    repository.git("config", "commit.cleanup", cleanup)
    assert says(f"Add\n# {NAME}\n").code == comment
    assert says(f"Add\n{CUT}\n{NAME}\n").code == below


@pytest.mark.parametrize("name", ["core.commentChar", "core.commentString"])
def test_a_configured_comment_sign_is_used(says, repository, name):
    repository.git("config", name, ";")
    assert says(f"Add\n; {NAME}\n").code == 0
    assert says(f"Add\n# {NAME}\n").code == 1
    cut = f"{CUT}\n# Do not change.\n# It goes.\n".replace("#", ";")
    assert says(f"Add\n{cut}diff --git\n{NAME}\n").code == 0


def test_a_comment_sign_that_git_chooses_is_used(says, repository):
    repository.git("config", "core.commentChar", "auto")
    assert says(f"# {NAME}\n; Please enter\n; the message\n").code == 1
    assert says(f"Add\n; Please: {NAME}\n; the message\n").code == 0


def test_a_message_is_read_in_its_encoding(says, repository):
    repository.git("config", "i18n.commitEncoding", "latin-1")
    assert says(f"Über {NAME}\n".encode("latin-1")).out.startswith("commit message:1:6")
    repository.git("config", "i18n.commitEncoding", "klingon")
    result = says("Add\n")
    assert result.code == 3
    assert "klingon" in result.err


def test_a_missing_message_is_incomplete(run, repository):
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
        *(
            (f"Add\n\n{line}\n", f"Add\n\n{line}\n")
            for line in (
                "Reviewed-by: A B, patient 21-CV-1234 <a@b.org>",
                "Reviewed-by: A B <born in 1962, a@b.org>",
                "Reviewed-by: we met A B in the old house <a@b.org>",
                "Reviewed-by: A B <Wilma Quillfeather>",
                "Reviewed-by: A B <a@b.org> and Wilma Quillfeather",
            )
        ),
        ("Add\n\nReviewed-by: robot[bot] <a+b@c.org>\n", "Add\n\n\n"),
    ],
)
def test_only_signatures_are_left_out(message, kept):
    assert messages.without_signatures(message) == kept


def framed(kind, lines):
    return f"-----BEGIN {kind}-----\n{lines}-----END {kind}-----\n"


@pytest.mark.parametrize("kind", ["PGP SIGNATURE", "SSH SIGNATURE", "SIGNED MESSAGE"])
@pytest.mark.parametrize(
    "lines", ["Jane Smith\n", "JaneSmith\n", "\niQGz+/A=\n", "\niQJaneSmithWasHere=\n=JaNe\n", "\n"]
)
def test_the_frame_of_a_signature_alone_is_text(kind, lines):
    text = "v1\n" + framed(kind, lines)
    assert signatures.blank_signatures(text) == text


@pytest.fixture(scope="module")
def signed(tmp_path_factory):
    """A real signature of each kind that git makes."""
    folder = tmp_path_factory.mktemp("keys")
    (folder / "text").write_text("v1\n")

    def of(*command):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout

    of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "key")
    of("ssh-keygen", "-Y", "sign", "-f", "key", "-n", "git", "text")
    keys = ("-keyout", "private", "-out", "certificate")
    of("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *keys, "-subj", "/CN=A")
    keys = ("-inkey", "private", "-signer", "certificate")
    cms = of("openssl", "cms", "-sign", "-in", "text", *keys, "-outform", "PEM")
    return (folder / "text.sig").read_text(), cms.replace("CMS", "SIGNED MESSAGE"), PGP


PGP = """\
-----BEGIN PGP SIGNATURE-----
Version: GnuPG v2

iHUEABYIAB0WIQQoLphnaNDoWBbClMgBDeTG2rURNAUCav5Y6gAKCRABDeTG2rUR
NDsxAQC2iMR0z+KoSd9wO1mOOwIOWFIQgyb4CNVlq86H/tWbywD/XQONwdgI1ka5
z6O+K580Roi30fR4wn3zqLKVuy8gqgM=
=Uor2
-----END PGP SIGNATURE-----
"""


@pytest.mark.slow
def test_signatures_are_left_out_except_their_headers(signed):
    for signature in signed:
        left = signatures.blank_signatures(f"v1\n{signature}after\n")
        assert left.split() in (["v1", "after"], ["v1", "Version:", "GnuPG", "v2", "after"])
        assert left.count("\n") == signature.count("\n") + 2
        at = signature.index("\n", signature.index("\n\n") + 2 if "GnuPG" in signature else 0) + 20
        assert "BEGIN" in signatures.blank_signatures(
            signature[:at] + signature[at + 4 :]
        )  # cut short
