"""What a plugin needs before it can work: models, libraries, files, the network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Needs:
    """The requirements of a plugin, known before it loads anything.

    - ``labels``: the labels that it finds. ``partial``: those of them that it finds only in special
      places, such as beside a key, so that all other text needs another detector.
    - ``models``: the models that it loads, as the rules name them.
    - ``libraries``: the modules that ``load`` imports. A run that lacks one ends before it reads a
      document. ``extra``: the extra of the plugin's distribution that installs them.
    - ``network``: it uses the network, which the user must allow.
    - ``beside``: the suffixes of the files that it reads beside a document (``Source.beside``).
    - ``pinned``: its result depends on nothing but its code, its settings, the files and folders
      (written with a ``/``) that they name, its models, the installed versions and the files
      ``beside``. `anonfilter check` may then skip a clean file, and later runs reuse what it found
      in a field. Plugins of anonfilter itself are pinned without declaring it.
    """

    labels: frozenset[str] = frozenset()
    models: tuple[str, ...] = ()
    extra: str = ""
    libraries: tuple[str, ...] = ()
    network: bool = False
    beside: tuple[str, ...] = ()
    pinned: bool = False
    partial: frozenset[str] = frozenset()


@hide_values
@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model as the rules name it: a package and its version, or a folder."""

    text: str
    package: str = ""
    version: str = ""
    folder: Path | None = None

    @property
    def key(self) -> str:
        """The name under which the model's digest is recorded."""
        return f"{self.package}=={self.version}" if self.package else self.text


@hide_values
@dataclass(frozen=True, slots=True)
class Model:
    """An installed model: the folder of its files, and its version if it has one."""

    spec: ModelSpec
    path: Path
    version: str = ""
