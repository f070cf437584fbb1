"""Our games in other libraries' clothes, and our search beside theirs: optional, each part with an extra of its own."""
