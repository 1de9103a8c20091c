"""A small policy for web pages: it reads a page's text and elements, and chooses an action."""
