"""What the package ships to work without a network is what it says it is, licences beside it."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path

import forethought

ASSETS = Path(forethought.__file__).parent / "assets"


def test_the_model_is_the_one_that_was_measured() -> None:
    digest = sha256((ASSETS / "minilm/model.onnx").read_bytes()).hexdigest()
    assert digest == "12649a64bb2398d838b77db4caacf80310c3b7ff7883194de804ea1334b17971"


def test_the_token_ranks_are_the_ones_tiktoken_expects() -> None:
    digest = sha256(gzip.decompress((ASSETS / "tokens/o200k_base.tiktoken.gz").read_bytes())).hexdigest()
    assert digest == "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"


def test_each_asset_carries_its_licence() -> None:
    for folder in ("minilm", "tokens"):
        assert "copyright" in (ASSETS / folder / "LICENSE").read_text().lower()
        assert (ASSETS / folder / "README.md").is_file()
