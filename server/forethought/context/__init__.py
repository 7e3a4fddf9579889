"""What to serve: which files come next, and what of them fits into the budget."""
