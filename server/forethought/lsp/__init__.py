"""The editor's door, and the only place that knows LSP.

run         `forethought lsp`: the handshake, then all the rest
handshake   answers `initialize` before the heavy imports
serve       the session's life: loop, link, parent death, the end
wire        bytes ↔ messages; `messages` says what a message is
pipes       stdin and stdout on the event loop
protocol    dispatch on top of pygls: every request id answered once
features    the table: method → type of its params, handler
told, asked the handlers: notifications are told, requests asked
session     one editor's documents, settings and link
outbox      events on their way to the engine
render      hints → hover and lens texts
"""
