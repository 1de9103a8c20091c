"""Write a WebAssembly module (binary format, version 1) that hides a code.

Its memory contains the code with every byte XORed with a key. It exports:

    address() -> i32    the address of the code
    length() -> i32     the length of the code in bytes
    key() -> i32        the key
    decrypt(key: i32)   XOR every byte of the code with the key
"""

from collections.abc import Sequence

# Types and instructions: `i32.const`, `local.get`, `br_if`, ...
_I32, _FUNCTION, _EMPTY = 0x7F, 0x60, 0x40
_CONST, _GET, _SET, _LOAD8, _STORE8 = 0x41, 0x20, 0x21, 0x2D, 0x3A
_ADD, _AND, _XOR, _MUL, _LESS, _EQZ = 0x6A, 0x71, 0x73, 0x6C, 0x49, 0x45
_BLOCK, _LOOP, _BRANCH_IF, _BRANCH, _END = 0x02, 0x03, 0x0D, 0x0C, 0x0B


def _unsigned(number: int) -> bytes:
    """Encode a number as unsigned LEB128."""
    encoded = bytearray()
    while True:
        number, low = number >> 7, number & 0x7F
        encoded.append(low | (0x80 if number else 0))
        if not number:
            return bytes(encoded)


def _signed(number: int) -> bytes:
    """Encode a number as signed LEB128."""
    encoded = bytearray()
    while True:
        number, low = number >> 7, number & 0x7F
        last = number == (-1 if low & 0x40 else 0)
        encoded.append(low | (0 if last else 0x80))
        if last:
            return bytes(encoded)


def _const(number: int) -> bytes:
    return bytes([_CONST]) + _signed(number)


def _with_length(body: bytes) -> bytes:
    return _unsigned(len(body)) + body


def _vector(items: Sequence[bytes]) -> bytes:
    return _unsigned(len(items)) + b"".join(items)


def _section(number: int, items: Sequence[bytes]) -> bytes:
    return bytes([number]) + _with_length(_vector(items))


def _function(instructions: bytes, locals: int = 0) -> bytes:
    declarations = [_unsigned(locals) + bytes([_I32])] if locals else []
    return _with_length(_vector(declarations) + instructions + bytes([_END]))


def module(code: bytes, address: int, factors: tuple[int, int]) -> bytes:
    """Return the module as bytes.

    Args:
        code: The code to hide.
        address: The address of the code in memory.
        factors: The factors from which the key is computed (see `compute_key`).
    """
    key = compute_key(address, factors)
    encrypted = bytes(byte ^ key for byte in code)
    types = [bytes([_FUNCTION, 0, 1, _I32]), bytes([_FUNCTION, 1, _I32, 0])]
    # The name, the type (an index in `types`) and the body of each function.
    functions = [
        ("address", 0, _function(_const(address))),
        ("length", 0, _function(_const(len(code)))),
        ("key", 0, _function(_key_instructions(address, factors))),
        ("decrypt", 1, _function(_decrypt_instructions(address, len(code)), locals=1)),
    ]
    exports = [("memory", 2, 0), *((name, 0, n) for n, (name, _, _) in enumerate(functions))]
    return b"\0asm\1\0\0\0" + b"".join(
        [
            _section(1, types),
            _section(3, [bytes([type_index]) for _, type_index, _ in functions]),
            _section(5, [b"\0\1"]),  # One page of memory.
            _section(
                7, [_with_length(name.encode()) + bytes([kind, n]) for name, kind, n in exports]
            ),
            _section(10, [body for _, _, body in functions]),
            _section(11, [b"\0" + _const(address) + bytes([_END]) + _with_length(encrypted)]),
        ]
    )


def _key_instructions(address: int, factors: tuple[int, int]) -> bytes:
    """(factors[0] * factors[1] + address) & 0xFF"""
    product = _const(factors[0]) + _const(factors[1]) + bytes([_MUL])
    return product + _const(address) + bytes([_ADD]) + _const(0xFF) + bytes([_AND])


def _decrypt_instructions(address: int, length: int) -> bytes:
    """for (i = 0; i < length; i++) memory[address + i] ^= key

    The key is local 0 (the parameter), i is local 1.
    """
    byte_address = bytes([_GET, 1]) + _const(address) + bytes([_ADD])
    return b"".join(
        [
            bytes([_BLOCK, _EMPTY, _LOOP, _EMPTY, _GET, 1]),
            _const(length),
            bytes([_LESS, _EQZ, _BRANCH_IF, 1]),
            byte_address,
            byte_address,
            bytes([_LOAD8, 0, 0, _GET, 0, _XOR, _STORE8, 0, 0, _GET, 1]),
            _const(1),
            bytes([_ADD, _SET, 1, _BRANCH, 0, _END, _END]),
        ]
    )


def compute_key(address: int, factors: tuple[int, int]) -> int:
    """Return the key of the code, 0 to 255, as the module's `key()` computes it."""
    return (factors[0] * factors[1] + address) & 0xFF
