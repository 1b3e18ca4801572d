"""Builds the wheel and the source archive with the standard library alone: a build needs no network.

python3 build_backend.py FOLDER
"""

import base64
import hashlib
import io
import re
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PROJECT = (ROOT / "pyproject.toml").read_text()
TIME = (2026, 1, 1, 0, 0, 0)


def _value(name):
    return re.search(rf'(?m)^{name} = "(.*)"$', PROJECT)[1]


NAME, VERSION = _value("name").replace("-", "_"), _value("version")


def _metadata():
    fields = {
        "Metadata-Version": "2.4",
        "Name": _value("name"),
        "Version": VERSION,
        "Summary": _value("description"),
        "License-Expression": _value("license"),
        "Requires-Python": _value("requires-python"),
        "Project-URL": f"Source, {_value('urls.Source')}",
        "Classifier": "Typing :: Typed",
        "Description-Content-Type": "text/markdown",
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"{head}\n{(ROOT / 'README.md').read_text()}"


def _sources():
    files = (path for path in (ROOT / "src").rglob("*") if path.name == "py.typed" or path.suffix in (".py", ".pyi"))
    return sorted(files)


def _licence():
    candidates = [ROOT / "LICENSE", ROOT.parent.parent / "LICENSE"]  # of the archive, or of the repository
    return next(path for path in candidates if path.exists()).read_bytes()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"{NAME}-{VERSION}.dist-info"
    files = {path.relative_to(ROOT / "src").as_posix(): path.read_bytes() for path in _sources()}
    files[f"{info}/licenses/LICENSE"] = _licence()
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: presage\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = [f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    wheel = f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, TIME)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    root = f"{NAME}-{VERSION}"
    names = ["pyproject.toml", "README.md", "build_backend.py"]
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in [*(ROOT / name for name in names), *_sources()]}
    files |= {"LICENSE": _licence(), "PKG-INFO": _metadata().encode()}
    with tarfile.open(Path(sdist_directory) / f"{root}.tar.gz", "w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{root}/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return f"{root}.tar.gz"


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    print(folder / build_wheel(folder), folder / build_sdist(folder), sep="\n")
