"""One process per user and data folder owns the engine; this is how it is served, reached and started."""
