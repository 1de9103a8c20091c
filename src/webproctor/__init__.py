"""webproctor examines web agents the way people use the web."""
