"""The games, one folder per family; docs/webgames-games.md explains how to add one."""
