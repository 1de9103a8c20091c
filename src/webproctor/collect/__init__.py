"""Make new data from what happens on live pages."""
