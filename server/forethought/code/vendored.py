"""Folders that tools fill: dependencies, builds, caches. They can be worked in, but say nothing about the project."""

from __future__ import annotations

from forethought.code.gitignore import Rules

# A line such as `!build/` in .forethoughtignore takes a folder back in.
VENDORED = Rules(
    b"""
node_modules/
bower_components/
jspm_packages/
.yarn/
.pnpm-store/
vendor/
vendored/
third_party/
third-party/
Pods/
.bundle/
site-packages/
.venv/
venv/
virtualenv/
__pypackages__/
.eggs/
*.egg-info/

build/
dist/
target/
_build/
.build/
.next/
.nuxt/
.svelte-kit/
.gradle/
DerivedData/
.dart_tool/
.terraform/
htmlcov/

__pycache__/
.cache/
.tox/
.nox/
.mypy_cache/
.pytest_cache/
.ruff_cache/
.hypothesis/
.ipynb_checkpoints/
.parcel-cache/
.turbo/
.direnv/
.vscode-test/
.idea/

.hg/
.svn/
.jj/
"""
)

# A folder that holds one of these was made by a tool, whatever its name.
MARKS = ("pyvenv.cfg", "CACHEDIR.TAG")
