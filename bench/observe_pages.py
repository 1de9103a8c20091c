"""Pages for timing observations: a small form, and static pages of many elements."""

SMALL = """<!doctype html><title>Sign in</title>
<style>body{font:16px sans-serif;width:320px}</style><h1>Sign in</h1>
<form onsubmit="return false"><p><label>Name <input name="name"></label></p>
<p><label>Password <input type="password" name="password"></label></p>
<p><label>Language <select><option>English<option>French<option>German</select></label></p>
<p><label><input type="checkbox"> Remember me</label></p><button>Sign in</button></form>"""


def static(elements: int) -> str:
    """Return a page of about `elements` elements in cards of ten; a fifth are interactive."""
    card = (
        "<section><h2>Item {n}</h2><p>Some words about item {n}, <b>in bold</b> and plain.</p>"
        "<ul><li>First point</li><li>Second <i>point</i></li></ul>"
        '<a href="#{n}">More</a><button>Add {n}</button></section>'
    )
    cards = "".join(card.format(n=n) for n in range(elements // 10))
    return f"<!doctype html><title>Catalogue</title><h1>Catalogue</h1>{cards}"


PAGES = {"small form": SMALL, "1,100 elements": static(1100), "5,000 elements": static(5000)}
