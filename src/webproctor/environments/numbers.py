"""Numbers in addresses and forms: ids of rows, and indices."""

import re

from starlette.convertors import IntegerConvertor, register_url_convertor


class _Number(IntegerConvertor):
    # More digits fit neither a column of every database nor, from 4,301 on, `int`.
    regex = "[0-9]{1,9}"


def is_number(text: str) -> bool:
    """Whether a text is a number that an address can contain: at most nine digits."""
    return bool(re.fullmatch(_Number.regex, text))


# In paths: `/websites/{website:number}`.
register_url_convertor("number", _Number())
