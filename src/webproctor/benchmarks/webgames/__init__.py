"""WebGames: 150 interactive challenges in 53 families; the server decides what counts as solved."""
