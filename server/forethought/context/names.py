"""What folders, names and imports say about two files belonging together."""

from __future__ import annotations

import math

import numpy as np

from .columns import Floats
from .past import Past, idf
from .together import Evidence

_COMMON = 60


def alike(past: Past, opened: list[int]) -> Evidence:
    """Same folder, common path, common words of the name, same stem, test beside its subject."""
    files = len(past.paths)
    same_folder, prefix, words, same_stem, mean_prefix, mean_words, endings = (np.zeros(files) for _ in range(7))
    each = 1.0 / max(1, len(opened))
    for file in opened:
        facts = past.facts[file]
        same_folder += each * (past.folder.values == past.folder.values[file])
        endings += each * (past.ending.values == past.ending.values[file])
        common = np.ones(files)
        for folder in facts.ancestors:
            common[past.files_under.last(folder, files)] += 1.0
        deeper = np.maximum(len(facts.ancestors), past.depth.values)
        np.maximum(prefix, common / (1.0 + deeper), out=prefix)
        mean_prefix += each * common / (1.0 + deeper)
        shared, own = np.zeros(files), 1.0
        for word in sorted(facts.words):
            having = past.files_with_word.last(word, files)
            rarity = idf(files, len(having))
            shared[having] += rarity
            own += rarity
        np.maximum(words, shared / own, out=words)
        mean_words += each * shared / own
        same_stem[past.files_with_stem.last(facts.stem, files)] = 1.0
    tests = past.is_test.values
    opened_tests = tests[opened]
    return {
        "same_folder": same_folder,
        "common_path": prefix,
        "common_words": words,
        "same_stem": same_stem,
        "same_ending": endings,
        "common_path_mean": mean_prefix,
        "common_words_mean": mean_words,
        "same_kind": np.where(tests, opened_tests.mean(), 1.0 - opened_tests.mean()) if opened else np.zeros(files),
        "is_test": tests.astype(np.float64),
        "both_tests": tests * float(opened_tests.any()),
        "test_and_subject": np.where(tests, float(not opened_tests.any()), float(opened_tests.all())),
        "deeper": past.depth.values - float(past.depth.values[opened].mean() if opened else 0.0),
    }


def linked(past: Past, opened: list[int]) -> Evidence:
    """Imports both ways, and files that import, or are imported, side by side with the opened ones."""
    files = len(past.paths)
    imported, importing, same_imports, imported_beside = (np.zeros(files) for _ in range(4))
    for file in opened:
        out, back = sorted(past.imports[file]), sorted(past.importers[file])
        imported[out] += 1.0
        importing[back] += 1.0
        for edges, nodes, target in (
            (past.importers, out, same_imports),
            (past.imports, back, imported_beside),
        ):
            for node in nodes:
                if len(edges[node]) <= _COMMON:
                    target[sorted(edges[node])] += 1.0 / math.log(2.0 + len(edges[node]))
    return {
        "imported": imported,
        "importing": importing,
        "linked": (imported > 0) + (importing > 0) * 1.0,
        "same_imports": same_imports,
        "imported_beside": imported_beside,
    }


def folder_share(past: Past, forward: Floats) -> Evidence:
    """How much of what changes together with the opened files lies in each file's folder."""
    folder = past.folder.values
    votes = np.bincount(folder, weights=forward)
    alive = np.bincount(folder, weights=past.alive.values)
    return {
        "folder_votes": votes[folder],
        "folder_share": (votes[folder] - forward) / np.maximum(1.0, alive[folder]),
    }
