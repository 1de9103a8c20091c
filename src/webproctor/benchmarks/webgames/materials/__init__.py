"""What several games are made of: a shop's products, recipes, the week of a calendar."""
