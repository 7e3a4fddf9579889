"""Texts as vectors, by a model that came with the package; no connection is opened unless someone asked for it.

An Embedder is one model in one thread. It loads at first use; when it cannot, it gives None and says why, and
search goes on by words. To change the model, make a second one, embed everything with it, then swap.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

SHIPPED = "all-MiniLM-L6-v2-int8"

_ASSETS = Path(__file__).parent.parent / "assets" / "minilm"
_TOKENS = 256  # what a text is cut to: attention costs the square of the length
_BATCH = 32
_PASSAGE = 700  # characters, about 170 tokens: a passage is embedded whole
_PASSAGES = 16  # of one text
_KEPT = 4096  # vectors in the cache, 6 MB
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


class Traits(msgspec.Struct, frozen=True):
    """What differs between models: how a question is put, and the cosine of texts that have nothing in common."""

    query_prefix: str = ""
    floor: float = 0.0


_BGE = Traits("Represent this sentence for searching relevant passages: ", 0.6)
_TRAITS = {f"BAAI/bge-{size}-en-v1.5": _BGE for size in ("small", "base", "large")}


class Embedding(msgspec.Struct, frozen=True):
    """One vector per passage of a text, of length 1, and the model that made them: others are not comparable."""

    model: str
    vectors: NDArray[np.float32]
    floor: float = 0.0


class Embedder:
    def __init__(
        self, model: str = SHIPPED, *, folder: Path | None = None, download: bool = False, threads: int = 1
    ) -> None:
        """`folder` is where downloaded models are kept; `download` is the yes of the person who asked for one."""
        self.model = model
        self.problem: str | None = None  # why there are no vectors
        self._traits = _TRAITS.get(model, Traits())
        self._load_from = (folder, download, threads)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="embed")
        self._loaded: Any = None
        self._cache: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()

    @property
    def status(self) -> str:
        if self.problem:
            return f"words only: {self.problem}"
        return f"{self.model}: {'ready' if self._loaded else 'loads at first use'}"

    async def texts(self, texts: Sequence[str]) -> list[Embedding] | None:
        """Each text's passages as vectors. Waits between batches, so that a question never queues behind many."""
        cut = [passages(text) for text in texts]
        vectors = await self._vectors({passage for each in cut for passage in each})
        if vectors is None:
            return None
        return [self._embedding(np.stack([vectors[passage] for passage in each])) for each in cut]

    async def query(self, text: str) -> Embedding | None:
        question = self._traits.query_prefix + text
        vectors = await self._vectors([question])
        return self._embedding(vectors[question][np.newaxis]) if vectors else None

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _embedding(self, vectors: NDArray[np.float32]) -> Embedding:
        return Embedding(self.model, vectors, self._traits.floor)

    async def _vectors(self, texts: Iterable[str]) -> dict[str, NDArray[np.float32]] | None:
        known: dict[str, NDArray[np.float32]] = {}
        missing = []
        for text in texts:
            if (vector := self._cache.get(_key(text))) is None:
                missing.append(text)
            else:
                known[text] = vector
        missing.sort(key=lambda text: (len(text), text))  # a batch is as slow as its longest text
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            made = await asyncio.get_running_loop().run_in_executor(self._thread, self._make, batch)
            if made is None:
                return None
            known.update(zip(batch, made, strict=True))
            self._keep(batch, made)
        return known

    def _keep(self, texts: list[str], vectors: list[NDArray[np.float32]]) -> None:
        for text, vector in zip(texts, vectors, strict=True):
            self._cache[_key(text)] = vector
        while len(self._cache) > _KEPT:
            self._cache.popitem(last=False)

    def _make(self, batch: list[str]) -> list[NDArray[np.float32]] | None:
        if self.problem:
            return None
        try:
            self._loaded = self._loaded or _load(self.model, *self._load_from)
            return [_unit(vector) for vector in self._loaded.embed(batch, batch_size=_BATCH)]
        except Exception as problem:  # whatever a runtime, a file or a network can raise: words still work
            self.problem = f"{self.model} cannot be used ({problem})"
            return None


def available() -> list[str]:
    """The model that came along, then those that can be downloaded."""
    from fastembed import TextEmbedding

    known = {str(model["model"]) for model in TextEmbedding.list_supported_models()}
    return [SHIPPED, *sorted(known - {SHIPPED})]


def passages(text: str) -> list[str]:
    """A text in pieces that a model reads whole, cut between sentences; a short one is its only passage."""
    if len(text) <= _PASSAGE:
        return [text]
    found = [""]
    for sentence in _SENTENCE.split(text):
        for start in range(0, len(sentence), _PASSAGE):
            piece = sentence[start : start + _PASSAGE]
            if len(found[-1]) + 1 + len(piece) > _PASSAGE:
                found.append(piece)
            else:
                found[-1] = f"{found[-1]} {piece}".strip()
    return [passage for passage in found if passage][:_PASSAGES] or [text[:_PASSAGE]]


def _load(model: str, folder: Path | None, download: bool, threads: int) -> Any:
    # Imported here: it takes half a second and 100 MB that a search by words does not need.
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    options: dict[str, Any] = {"threads": threads, "providers": ["CPUExecutionProvider"]}
    if model != SHIPPED:
        options |= {"cache_dir": str(folder) if folder else None, "local_files_only": not download}
    else:
        if SHIPPED not in {known["model"] for known in TextEmbedding.list_supported_models()}:
            source = ModelSource(hf="none/none")  # asked for by fastembed, never used: the path below is
            TextEmbedding.add_custom_model(
                SHIPPED, PoolingType.MEAN, normalization=True, sources=source, dim=384, model_file="model.onnx"
            )
        options |= {"specific_model_path": str(_ASSETS), "local_files_only": True}
    loaded = TextEmbedding(model, **options)
    if tokenizer := getattr(loaded.model, "tokenizer", None):
        tokenizer.enable_truncation(max_length=_TOKENS)
    return loaded


def _unit(vector: NDArray[Any]) -> NDArray[np.float32]:
    length = float(np.linalg.norm(vector))
    return (vector / length if length else vector).astype(np.float32)


def _key(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
