"""Controls that tests of the form actions fill in; all have the name `q`."""

# Records input and change events of controls as text in `seen`.
WATCH = """<script>const seen = []; for (const kind of ['input', 'change'])
    addEventListener(kind, (e) => seen.push([kind, e.isTrusted, e.target.value].join(' ')), true);
</script>"""
TEXT = "<input name=q value=before>"
AREA = "<textarea name=q>before</textarea>"
BOXES = "".join(f"<input type=checkbox name=q value={value}>" for value in ("a", "b", "4", "nan"))
RADIOS = "".join(f"<input type=radio name=q value={value}>" for value in ("1", "2", "yes"))
LIST = "<select name=q><option value=a>Apple<option value=4>Four</select>"
SLIDER = "<input type=range name=q min=0 max=100 value=50>"


async def attribute(form, of: str = "value") -> str | None:
    """Return an attribute of the first control."""
    return await form.ask(f"document.querySelector('[name=q]').getAttribute('{of}')")
