"""The games: one folder a family; see docs/webgames-games.md for how one is added."""
