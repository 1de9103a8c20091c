"""How the dialogs of a page (alert, confirm, prompt, beforeunload) are handled."""

from dataclasses import dataclass

from webproctor.environments.browser.notices import Dialog


@dataclass(frozen=True)
class DialogAnswer:
    """The answer to one dialog.

    Attributes:
        accept: Whether it is accepted or dismissed.
        text: The answer to a prompt; None for the prompt's default text.
    """

    accept: bool = True
    text: str | None = None

    async def apply(self, dialog: Dialog) -> None:
        """Close the dialog.

        Raises:
            DevToolsError: If the dialog or its page is gone.
        """
        await dialog.close(self.accept, self._entered(dialog) if self.accept else "")

    def note(self, dialog: Dialog) -> str:
        """Return the kind, the text and the answer of a dialog, for the result of an action."""
        entered = f" with {self._entered(dialog)!r}" if dialog.kind == "prompt" else ""
        outcome = f"was accepted{entered}" if self.accept else "was dismissed"
        if dialog.kind == "beforeunload":
            return f"a dialog asked whether to leave the page and {outcome}"
        kind = f"an {dialog.kind}" if dialog.kind == "alert" else f"a {dialog.kind}"
        return f"{kind} dialog opened with the text {dialog.message!r} and {outcome}"

    def _entered(self, dialog: Dialog) -> str:
        return dialog.default if self.text is None else self.text
