"""Facts of all files -> edges between symbols: what calls, uses, imports, inherits what, and how sure that is.

scopes      a file's facts, as the resolver keeps them: what names are bound to, as far as the text says it
program     all scopes; a name of a module, followed through imports (`python_modules`: which file one means)
evaluate    what one definition does: reads what is known of others, gives values, edges and guesses
            (`rows`: the kinds of expressions; `calls`, `attributes`, `classes`, `containers`, `declared`, `known`)
rounds      evaluations in a fixed number of rounds, kept exact by doing again only what a change touches
readers     who may have read what; `swap`: what a change of facts touches before anything is evaluated
edges       what was found, by source and target; `named`: calls of which only the name is known
resolution  the face of it all
"""

from forethought.code.resolve.edges import Edge, Symbol
from forethought.code.resolve.resolution import Resolution

__all__ = ["Edge", "Resolution", "Symbol"]
