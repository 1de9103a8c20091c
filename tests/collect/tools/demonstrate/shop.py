"""A small shop, and five tasks on it. Every control has a row of its own, so that a person who only
sees pictures of the page knows where to click."""

from dataclasses import dataclass, field

from webproctor.collect.task_list import ListedTask

HOST = "shop.test"
ROW = 60
STYLE = (
    f"body{{margin:0;font:20px sans-serif}}p{{margin:0;height:{ROW}px;line-height:{ROW}px}}"
    "form{margin:0}input,select,button,a{font:inherit;margin-left:20px}"
    "input[type=text],select{width:300px}"
)
# The rows of each page: the name of the control, and its HTML.
PAGES = {
    "/": [
        ("Search", '<form action=/results><p><label><input type=text name=q> Search</label>'),
        ("Find", "<p><button>Find</button></form>"),
        ("Delivery", '<p><a href=# onmouseover="rates.hidden=false">Delivery</a>'),
        ("Rates", "<p><a href=/rates id=rates hidden>Rates</a>"),
        ("Newsletter", "<p><a href=/newsletter>Newsletter</a>"),
        ("Tastings", "<p><a href=/tastings>Tastings</a>"),
        ("Gift cards", "<p><a href=/gift target=_blank>Gift cards</a>"),
    ],
    "/results": [
        ("Té verde: 100 g", "<p><a href=/tea>Té verde: 100 g</a>"),
        ("Té negro: 250 g", "<p><a href=/tea>Té negro: 250 g</a>"),
    ],
    "/tea": [
        ("Size", "<p><label><select><option>100 g<option>250 g<option>1 kg</select> Size</label>"),
        ("Add to cart", "<p><button onclick=\"document.title='Added'\">Add to cart</button>"),
    ],
    "/newsletter": [
        ("E-mail", "<p><label><input type=text name=mail> E-mail</label>"),
        ("Day", "<p><label><select><option>daily<option>Mon, 9:30 AM</select> Day</label>"),
        ("Subscribe", "<p><button onclick=\"alert('Thanks')\">Subscribe</button>"),
    ],
    "/tastings": [
        ("Branch", "<p><label><select><option>Zürich<option>北京</select> Branch</label>"),
        ("Name", "<p><label><input type=text name=guest> Name</label>"),
        ("Book", "<p><button onclick=\"fetch('/booked')\">Book</button>"),
    ],
    "/rates": [
        ("Postcode", "<form action=/rate><p><label><input type=text name=p> Postcode</label>"),
    ],
    "/rate": [("Back to the shop", "<p><a href=/>Back to the shop</a>")],
    "/gift": [
        ("Festive", "<p><label><input type=checkbox> Festive</label>"),
        ("Message", "<p><label><input type=text name=message> Message</label>"),
        ("Preview", "<p><button onclick=\"document.title='Preview'\">Preview</button>"),
    ],
}  # fmt: skip


def html(path: str) -> str:
    """Return a page of the shop."""
    rows = "".join(row for _, row in PAGES[path])
    return f"<!doctype html><meta charset=utf-8><title>Tea shop</title><style>{STYLE}</style>{rows}"


@dataclass(frozen=True)
class Do:
    """A step: the control's name, the operation's name in the panel, and text or option."""

    name: str
    operation: str = "Click"
    value: str = ""


@dataclass(frozen=True)
class Errand:
    """A task, its steps, and the `action_reprs` they must get."""

    task: str
    steps: list[Do] = field(default_factory=list)
    reprs: list[str] = field(default_factory=list)

    @property
    def listed(self) -> ListedTask:
        return ListedTask(
            id=self.task[:20], website="teashop", url=f"http://{HOST}/", domain="Shopping",
            subdomain="Food", task=self.task, proposed_by="",
        )  # fmt: skip


ERRANDS = [
    Errand(
        "Put a kilo of green tea into the cart",
        [Do("Search", "Type", "té: verde"), Do("Find"), Do("Té verde: 100 g"),
         Do("Size", "Select an option", "1 kg"), Do("Add to cart")],
        ["[textbox]  Search -> TYPE: té: verde", "[button]  Find -> CLICK",
         "[link]  Té verde: 100 g -> CLICK", "[combobox]  Size -> SELECT: 1 kg",
         "[button]  Add to cart -> CLICK"],
    ),
    Errand(
        "Look up what delivery to 8001 costs",
        [Do("Delivery", "Hover"), Do("Rates"), Do("Postcode", "Type", "8001"),
         Do("Postcode", "Press Enter")],
        ["[link]  Delivery -> HOVER", "[link]  Rates -> CLICK", "[textbox]  Postcode -> TYPE: 8001",
         "[textbox]  Postcode -> ENTER"],
    ),
    Errand(
        "Subscribe to the newsletter of Monday mornings",
        [Do("Newsletter"), Do("E-mail", "Type", "a@b.example"),
         Do("Day", "Select an option", "Mon, 9:30 AM"), Do("Subscribe")],
        ["[link]  Newsletter -> CLICK", "[textbox]  E-mail -> TYPE: a@b.example",
         "[combobox]  Day -> SELECT: Mon, 9:30 AM", "[button]  Subscribe -> CLICK"],
    ),
    Errand(
        "Book a tasting in 北京 for Zoë",
        [Do("Tastings"), Do("Branch", "Select an option", "北京"), Do("Name", "Type", "Zoë"),
         Do("Book", "Click (fake")],
        ["[link]  Tastings -> CLICK", "[combobox]  Branch -> SELECT: 北京",
         "[textbox]  Name -> TYPE: Zoë", "[button]  Book -> CLICK"],
    ),
    Errand(
        "Preview a festive gift card",
        [Do("Gift cards"), Do("Festive"), Do("Message", "Type", "Für dich: 祝福"), Do("Preview")],
        ["[link]  Gift cards -> CLICK", "[checkbox]  Festive -> CLICK",
         "[textbox]  Message -> TYPE: Für dich: 祝福", "[button]  Preview -> CLICK"],
    ),
]  # fmt: skip
