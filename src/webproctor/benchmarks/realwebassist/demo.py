"""`webproctor demo` leaves this benchmark out: its data is not in the package."""

SETTINGS = None
