"""Write a WebAssembly module (binary format, version 1) that hides a code.

Its memory contains the code with every byte XORed with a key. It exports:

    address() -> i32    the address of the code
    length() -> i32     the length of the code in bytes
    key() -> i32        the key
    unseal(key: i32)    XOR every byte with a number; with the key this restores the code
"""

from collections.abc import Iterable

I32, FUNCTION, EMPTY = 0x7F, 0x60, 0x40
_CONST, _GET, _SET, _LOAD8, _STORE8 = 0x41, 0x20, 0x21, 0x2D, 0x3A
_ADD, _XOR, _MUL, _LESS, _EQZ = 0x6A, 0x73, 0x6C, 0x49, 0x45
_BLOCK, _LOOP, _IF_BREAK, _BREAK, _END = 0x02, 0x03, 0x0D, 0x0C, 0x0B


def unsigned(number: int) -> bytes:
    """Encode a number as unsigned LEB128."""
    out = bytearray()
    while True:
        number, low = number >> 7, number & 0x7F
        out.append(low | (0x80 if number else 0))
        if not number:
            return bytes(out)


def signed(number: int) -> bytes:
    """Encode a number as signed LEB128."""
    out = bytearray()
    while True:
        number, low = number >> 7, number & 0x7F
        last = number == (-1 if low & 0x40 else 0)
        out.append(low | (0 if last else 0x80))
        if last:
            return bytes(out)


def _const(number: int) -> bytes:
    return bytes([_CONST]) + signed(number)


def _vector(parts: Iterable[bytes]) -> bytes:
    listed = list(parts)
    return unsigned(len(listed)) + b"".join(listed)


def _section(number: int, body: bytes) -> bytes:
    return bytes([number]) + unsigned(len(body)) + body


def _name(text: str) -> bytes:
    return unsigned(len(text)) + text.encode()


def _function(code: bytes, locals: int = 0) -> bytes:
    declared = _vector([unsigned(locals) + bytes([I32])] if locals else [])
    body = declared + code + bytes([_END])
    return unsigned(len(body)) + body


def module(code: bytes, key: int, address: int, factors: tuple[int, int]) -> bytes:
    """Return the module as bytes.

    Args:
        code: The code to hide.
        key: 1 to 255: the product of `factors` plus the address, modulo 256 (see `sealing`).
        address: The address of the code in memory.
        factors: The factors of the key.
    """
    sealed = bytes(byte ^ key for byte in code)
    gives = bytes([FUNCTION, 0, 1, I32])
    takes = bytes([FUNCTION, 1, I32, 0])
    # for (i = 0; i < length; i++) memory[address + i] ^= given;
    place = bytes([_GET, 1]) + _const(address) + bytes([_ADD])
    loop = b"".join(
        [
            bytes([_BLOCK, EMPTY, _LOOP, EMPTY, _GET, 1]),
            _const(len(code)),
            bytes([_LESS, _EQZ, _IF_BREAK, 1]),
            place,
            place,
            bytes([_LOAD8, 0, 0, _GET, 0, _XOR, _STORE8, 0, 0, _GET, 1]),
            _const(1),
            bytes([_ADD, _SET, 1, _BREAK, 0, _END, _END]),
        ]
    )
    made = _const(factors[0]) + _const(factors[1]) + bytes([_MUL])
    made += _const(address) + bytes([_ADD]) + _const(0xFF) + bytes([0x71])
    exports = [
        ("memory", 2, 0),
        ("address", 0, 0),
        ("length", 0, 1),
        ("key", 0, 2),
        ("unseal", 0, 3),
    ]
    return b"\0asm\1\0\0\0" + b"".join(
        [
            _section(1, _vector([gives, takes])),
            _section(3, _vector([b"\0", b"\0", b"\0", b"\1"])),
            _section(5, _vector([b"\0\1"])),
            _section(7, _vector(_name(name) + bytes([kind, at]) for name, kind, at in exports)),
            _section(
                10,
                _vector(
                    [
                        _function(_const(address)),
                        _function(_const(len(code))),
                        _function(made),
                        _function(loop, locals=1),
                    ]
                ),
            ),
            _section(11, _vector([b"\0" + _const(address) + b"\x0b" + _name_bytes(sealed)])),
        ]
    )


def _name_bytes(body: bytes) -> bytes:
    return unsigned(len(body)) + body


def sealing(address: int, factors: tuple[int, int]) -> int:
    """Return the key that the module's `key()` computes."""
    return (factors[0] * factors[1] + address) & 0xFF
