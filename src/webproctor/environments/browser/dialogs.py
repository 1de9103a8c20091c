"""How the dialogs of a page (alert, confirm, prompt, beforeunload) are handled."""

from dataclasses import dataclass

from playwright.async_api import Dialog


@dataclass(frozen=True)
class DialogAnswer:
    """The answer to one dialog.

    Attributes:
        accept: Whether it is accepted or dismissed.
        text: The answer to a prompt; None for the prompt's default text.
    """

    accept: bool = True
    text: str | None = None

    async def give(self, dialog: Dialog) -> None:
        """Close the dialog.

        Raises:
            PlaywrightError: If the dialog or its page is gone.
        """
        if self.accept:
            await dialog.accept(self._entered(dialog))
        else:
            await dialog.dismiss()

    def note(self, dialog: Dialog) -> str:
        """Return the kind, the text and the answer of a dialog, for the result of an action."""
        entered = f" with {self._entered(dialog)!r}" if dialog.type == "prompt" else ""
        what = f"was accepted{entered}" if self.accept else "was dismissed"
        if dialog.type == "beforeunload":
            return f"a dialog asked whether to leave the page and {what}"
        kind = f"an {dialog.type}" if dialog.type == "alert" else f"a {dialog.type}"
        return f"{kind} dialog opened with the text {dialog.message!r} and {what}"

    def _entered(self, dialog: Dialog) -> str:
        return dialog.default_value if self.text is None else self.text
