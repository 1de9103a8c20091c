"""Settings of `webproctor demo`: two instances of each task of the sample."""

SETTINGS = {"instances": 2}
