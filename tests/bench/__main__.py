"""`make bench`: every figure, printed as ratios of one run where there is something to compare with."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from repo import shop  # noqa: E402 - the folder of the tests is on the path only now

FORETHOUGHT = [sys.executable, "-I", "-m", "forethought"]


def main() -> int:
    failed = []
    with tempfile.TemporaryDirectory(prefix="ft-") as folder:
        home = Path(folder).resolve()
        env = {**os.environ, "FORETHOUGHT_HOME": str(home / "home"), "XDG_RUNTIME_DIR": str(home)}
        root = shop(home / "shop")
        for title, argv in benches(root):
            print(f"\n── {title}", flush=True)
            if subprocess.run(argv, env=env, cwd=HERE.parents[1]).returncode:
                failed.append(title)
        subprocess.run([*FORETHOUGHT, "daemon", "stop"], env=env, stdout=subprocess.DEVNULL)
    print("\n" + (f"missed: {', '.join(failed)}" if failed else "every limit held"))
    return bool(failed)


def benches(root: Path) -> list[tuple[str, list[str]]]:
    flood = [sys.executable, str(HERE / "lsp_flood.py"), "--root", str(root)]
    return [
        ("the LSP loop alone, against stock pygls", flood),
        ("the whole front end with its daemon, against stock pygls", [*flood, "--", *FORETHOUGHT, "lsp"]),
    ]


if __name__ == "__main__":
    sys.exit(main())
