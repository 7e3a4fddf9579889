"""What each kind of node does, for the languages in which we follow values. One module a language."""
