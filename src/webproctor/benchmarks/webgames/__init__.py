"""WebGames: 53 families of interactive challenges, 150 tasks, wins judged by the server."""
