"""Read, unpack and download untrusted files."""
