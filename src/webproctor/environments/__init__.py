"""What agents act on: browsers and desktops, in isolation, and their pages."""
