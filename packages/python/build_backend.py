"""Builds the wheel with the standard library alone, so that a build needs no network: python3 build_backend.py FOLDER"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PROJECT = dict(re.findall(r'(?m)^([\w.-]+) = "(.*)"$', (ROOT / "pyproject.toml").read_text()))
METADATA = f"""\
Metadata-Version: 2.4
Name: {PROJECT["name"]}
Version: {PROJECT["version"]}
Summary: {PROJECT["description"]}
License-Expression: {PROJECT["license"]}
Requires-Python: {PROJECT["requires-python"]}
Project-URL: Source, {PROJECT["urls.Source"]}
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: presage\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"presage_sdk-{PROJECT['version']}"
    package = sorted(path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".pyi") or path.name == "py.typed")
    files = {path.relative_to(ROOT / "src").as_posix(): path.read_bytes() for path in package}
    files[f"{name}.dist-info/licenses/LICENSE"] = (ROOT.parent.parent / "LICENSE").read_bytes()
    files[f"{name}.dist-info/METADATA"] = METADATA.encode() + (ROOT / "README.md").read_bytes()
    files[f"{name}.dist-info/WHEEL"] = WHEEL.encode()
    digests = {path: base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).rstrip(b"=").decode() for path in files}
    record = [f"{path},sha256={digests[path]},{len(files[path])}\n" for path in files]
    files[f"{name}.dist-info/RECORD"] = "".join([*record, f"{name}.dist-info/RECORD,,\n"]).encode()
    with zipfile.ZipFile(Path(wheel_directory) / f"{name}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0))  # the same sources give the same bytes
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return f"{name}-py3-none-any.whl"


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    print(Path(sys.argv[1]) / build_wheel(sys.argv[1]))
