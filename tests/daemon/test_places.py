"""Where data and socket live, and which folders are not trusted."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from forethought import places
from forethought.errors import Unavailable


@pytest.fixture(autouse=True)
def bare(monkeypatch, tmp_path):
    for name in ("FORETHOUGHT_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, ".local/share/forethought"),
        ("linux", {"XDG_DATA_HOME": "data"}, "data/forethought"),
        ("darwin", {"XDG_DATA_HOME": "data"}, "Library/Application Support/forethought"),
        ("linux", {"FORETHOUGHT_HOME": "mine", "XDG_DATA_HOME": "data"}, "mine"),
    ],
)
def test_the_data_folder_follows_the_platform(monkeypatch, tmp_path, platform, environment, expected):
    monkeypatch.setattr(places.sys, "platform", platform)
    for name, value in environment.items():
        monkeypatch.setenv(name, str(tmp_path / value))
    assert places.home() == tmp_path / expected
    assert mode(places.home()) == 0o700


def test_a_data_folder_made_by_the_user_is_closed_to_others(monkeypatch, tmp_path):
    (tmp_path / "mine").mkdir(mode=0o755)
    monkeypatch.setenv("FORETHOUGHT_HOME", str(tmp_path / "mine"))
    assert mode(places.home()) == 0o700


def test_a_shared_folder_is_refused_and_left_as_it_is(monkeypatch, tmp_path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)
    monkeypatch.setenv("FORETHOUGHT_HOME", str(tmp_path / "shared"))
    with pytest.raises(Unavailable, match="open to other users"):
        places.home()
    assert mode(tmp_path / "shared") == 0o1777


def test_a_data_folder_that_is_a_file_is_a_clear_error(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FORETHOUGHT_HOME", str(tmp_path / "file"))
    with pytest.raises(Unavailable, match="cannot be used"):
        places.home()


def test_each_data_folder_has_its_own_socket_however_it_is_spelt(monkeypatch, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "a")
    sockets = []
    for name in ("a", "b", "link", "b/../a"):
        monkeypatch.setenv("FORETHOUGHT_HOME", str(tmp_path / name))
        sockets.append(places.socket_path())
    assert sockets[0] == sockets[2] == sockets[3] != sockets[1]


@pytest.mark.parametrize("length", [10, 60, 95, 300])
def test_a_socket_path_fits_however_long_the_folders_are(monkeypatch, tmp_path, length):
    base = Path("/tmp") / f"ft-{os.getpid()}-{'x' * length}"[:250]
    base.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(base))
    try:
        assert len(os.fsencode(places.socket_path())) <= 103
    finally:
        for path in [*base.iterdir(), base]:
            path.rmdir()


def test_a_runtime_folder_of_somebody_else_is_not_used(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(places, "_is_ours", lambda folder: False)
    assert places.runtime().parent != tmp_path


@pytest.mark.parametrize("trap", ["link", "open", "file", "stranger"])
def test_a_runtime_folder_that_is_not_ours_alone_is_refused(monkeypatch, tmp_path, trap):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    folder = tmp_path / "forethought"
    if trap == "link":
        (tmp_path / "target").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "target")
    elif trap == "file":
        folder.write_text("")
    else:
        folder.mkdir(mode=0o750 if trap == "open" else 0o700)
    if trap == "stranger":
        monkeypatch.setattr(places, "_is_ours", lambda folder: True)
        monkeypatch.setattr(places.os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(Unavailable, match="forethought"):
        places.runtime()
