"""Content and code shared by several games: a shop's products, recipes, a week's calendar."""
