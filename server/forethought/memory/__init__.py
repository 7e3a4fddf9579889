"""What is known, and how it is found again.

words → postings (BM25) ┐
                        ├ index → recall (words + meaning, then the cascade over graph) → results that say why
embed → vectors         ┘
"""
