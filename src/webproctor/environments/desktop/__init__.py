"""A full desktop: an X screen with a window manager, a browser window and real input events."""

from webproctor.environments.desktop.display import Display, find_programs
from webproctor.environments.desktop.session import DesktopSession

__all__ = ["DesktopSession", "Display", "find_programs"]
