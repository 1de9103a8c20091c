"""Requests that are refused, and the page that says why."""


class Refused(Exception):
    """A request that is refused; the person sees a page with the reason.

    Attributes:
        status: The HTTP status.
        title: What is wrong, in a few words.
        text: What to do.
    """

    def __init__(self, status: int, title: str, text: str) -> None:
        super().__init__(title)
        self.status = status
        self.title = title
        self.text = text


def not_found() -> Refused:
    """Return the refusal of a page that does not exist, or that the person may not see."""
    return Refused(404, "Page not found", "There is no such page, or it belongs to someone else.")
