"""A whole desktop: a screen with a window manager, a real browser window, real input events."""

from webproctor.desktop.display import Display, find_programs
from webproctor.desktop.session import DesktopSession

__all__ = ["DesktopSession", "Display", "find_programs"]
