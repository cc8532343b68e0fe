"""Writes the licences of all that is linked into the program, as one text: licences.py TARGET FEATURES > FILE

The crates are those of `cargo tree`, without what only builds; their texts are the files in their packages, HiGHS with what it
brings among them. GCC's libraries are under a text that the compiler's package has; those of
Rust's standard library are a page there, which stands beside this text."""

import json
import re
import subprocess
import sys
from pathlib import Path

TEXT = re.compile(r"(licen[sc]e|copying|copyright|notice|unlicense|third.party)", re.I)
# A crate without a text of its own is under one of these, which stand here anyway.
STANDARD = {"Apache-2.0": "LICENSE-APACHE", "MIT": "LICENSE-MIT"}


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def texts(folder):
    """The licences in a package, those of what it vendors, too."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and TEXT.match(path.name))
    return [path for path in files if path.suffix in ("", ".txt", ".md") or path.suffix.isupper() or "-" in path.suffix]


def main(target, features):
    tree = said("cargo", "tree", "--locked", "-p", "swiss-ilp", "--target", target, "--features", features, "-e", "normal,no-proc-macro",
                "--prefix", "none", "--no-dedupe", "--format", "{p}")  # fmt: skip
    linked = {tuple(line.split()[:2]) for line in tree.splitlines()}
    packages = json.loads(said("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    packages = [package for package in packages if (package["name"], "v" + package["version"]) in linked]
    assert len(packages) == len(linked), "a crate is not among the packages"
    lines, found = [], {}
    for package in sorted(packages, key=lambda package: (package["name"], package["version"])):
        name = f"{package['name']} {package['version']}"
        if package["source"] is None:
            continue
        folder = Path(package["manifest_path"]).parent
        files = texts(folder)
        for file in files:
            found.setdefault(file.read_text(errors="replace").strip(), []).append(f"{name}: {file.relative_to(folder)}")
        if not files:
            standard = next((text for licence, text in STANDARD.items() if licence in package["license"]), None)
            if standard is None:
                sys.exit(f"{name} is under {package['license']}, and its package has no text of that")
            authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
            text = re.sub("^Copyright .*", f"Copyright (c) {authors}", Path(standard).read_text().strip(), flags=re.M)
            found.setdefault(text, []).append(f"{name}, whose package has no text")
        lines.append(f"{name}: {package['license']}")
    compiler = Path(said("rustc", "--print", "sysroot").strip(), "share/doc/rust/licenses")
    for licence in ["GPL-3.0-or-later", "GCC-exception-3.1"]:
        found.setdefault((compiler / f"{licence}.txt").read_text().strip(), []).append("libstdc++, libgcc")
    lines.append("libstdc++, libgcc: GPL-3.0-or-later WITH GCC-exception-3.1")
    lines.append("Rust's standard library: MIT OR Apache-2.0, and others, in rust-standard-library.html")
    print("What is linked into the program, and under which licences. The texts follow.\n")
    print("\n".join(lines))
    for text, of in found.items():
        print(f"\n{'=' * 78}\n{chr(10).join(of)}\n{'-' * 78}\n\n{text}")


main(*sys.argv[1:])
