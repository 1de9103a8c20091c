"""The policy's network: a transformer encoder over tokens, with pointers to elements and words.

Attention has a learned bias for pairs of tokens that are related: equal words, the same line,
neighbours, and an element and the words of its name. So a label on the page and its mention in the
instruction find each other, whatever the words are.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch  # pyright: ignore
from torch import Tensor, nn  # pyright: ignore
from torch.nn.functional import log_softmax, scaled_dot_product_attention  # pyright: ignore

from webproctor.core.errors import UserError
from webproctor.methods.policy.operations import FREE, OPERATIONS, TARGETED, Choice
from webproctor.methods.policy.tokens import COPIED, KINDS, Token, features, word_hash
from webproctor.methods.weights import loading

_CONFIG, _WEIGHTS = "policy.json", "policy.safetensors"
_RELATIONS = 6
_LINES, _COLUMNS, _USES, _DISTANCES = 64, 16, 4, 8
_LONGEST_COPY = 200
_MASKED = -1e9


@dataclass(frozen=True)
class Config:
    """The size of the network.

    Attributes:
        width: Numbers per token.
        layers: Layers of the encoder.
        heads: Attention heads per layer.
        buckets: Rows of the table of hashed features.
    """

    width: int = 64
    layers: int = 3
    heads: int = 4
    buckets: int = 8192

    def __post_init__(self) -> None:
        if self.width % self.heads:
            raise UserError(f"width {self.width}: must be a multiple of {self.heads}.")


@dataclass(frozen=True)
class Batch:
    """Situations as tensors: B situations with up to N tokens, each with up to F features.

    Attributes:
        features: B x N x F, int64; 0 where there is none.
        scalars: B x N x 4, int64: kind, line, column and uses of a token.
        relations: B x N x N x 6, float32: pairs of related tokens.
        present, elements, words, numbers: B x N, bool: which tokens there are, and which of them
            are elements, words that can be copied, and words that are numbers.
    """

    features: Tensor
    scalars: Tensor
    relations: Tensor
    present: Tensor
    elements: Tensor
    words: Tensor
    numbers: Tensor


def batch_of(situations: Sequence[Sequence[Token]], buckets: int, device: str = "cpu") -> Batch:
    """Return situations, each as its tokens, as one batch on a device."""
    token_count = max(map(len, situations))
    hashed = [[features(one.kind, one.text, buckets) for one in tokens] for tokens in situations]
    feature_count = max(len(one) for tokens in hashed for one in tokens)
    shape = len(situations), token_count
    table = torch.zeros(*shape, feature_count, dtype=torch.long)
    # Kind, line, column, uses; then the word, the line and the owner, which relations compare.
    scalars = torch.zeros(*shape, 4, dtype=torch.long)
    keys = torch.zeros(*shape, 3, dtype=torch.long)
    flags = torch.zeros(4, *shape, dtype=torch.bool)
    for row, tokens in enumerate(situations):
        padded = [[*one, *[0] * (feature_count - len(one))] for one in hashed[row]]
        table[row, : len(tokens)] = torch.tensor(padded)
        scalars[row, : len(tokens)] = torch.tensor(_scalars(tokens))
        keys[row, : len(tokens)] = torch.tensor(
            [
                (word_hash(one.text), one.line, index if one.owner < 0 else one.owner)
                for index, one in enumerate(tokens)
            ]
        )
        flags[:, row, : len(tokens)] = torch.tensor(
            [
                [True] * len(tokens),
                [one.kind == "element" for one in tokens],
                [one.kind in COPIED for one in tokens],
                [one.kind in COPIED and one.amount is not None for one in tokens],
            ]
        )
    table, scalars, keys, flags = (one.to(device) for one in (table, scalars, keys, flags))
    return Batch(table, scalars, _relations(keys), *flags)


def _scalars(tokens: Sequence[Token]) -> list[tuple[int, int, int, int]]:
    columns: dict[int, int] = {}
    scalars: list[tuple[int, int, int, int]] = []
    for token in tokens:
        column = columns[token.line] = columns.get(token.line, -1) + 1
        line = min(max(token.line, 0), _LINES - 1)
        uses = min(token.uses, _USES - 1)
        scalars.append((KINDS.index(token.kind), line, min(column, _COLUMNS - 1), uses))
    return scalars


def _relations(keys: Tensor) -> Tensor:
    """Return which pairs of tokens have equal words, lines and owners, and are neighbours."""
    words, lines, owners = keys.unbind(-1)
    equal = (words.unsqueeze(2) == words.unsqueeze(1)) & (words != 0).unsqueeze(2)
    positions = torch.arange(keys.shape[1], device=keys.device)
    distance = (positions.unsqueeze(0) - positions.unsqueeze(1)).expand_as(equal)
    pairs = (
        equal,
        lines.unsqueeze(2) == lines.unsqueeze(1),
        owners.unsqueeze(2) == owners.unsqueeze(1),
        distance == 1,
        distance == -1,
        distance == 0,
    )
    return torch.stack(pairs, -1).float()


class _Layer(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        width = config.width
        self.heads = config.heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.project, self.join = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.relate = nn.Linear(_RELATIONS, config.heads, bias=False)
        self.think = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, tokens: Tensor, relations: Tensor, absent: Tensor) -> Tensor:
        rows, count, width = tokens.shape
        parts = self.project(self.before(tokens)).view(rows, count, 3, self.heads, -1)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        bias = self.relate(relations).permute(0, 3, 1, 2) + absent
        attended = scaled_dot_product_attention(query, key, value, attn_mask=bias)
        tokens = tokens + self.join(attended.transpose(1, 2).reshape(rows, count, width))
        return tokens + self.think(self.between(tokens))


@dataclass(frozen=True)
class Encoded:
    """Encoded situations.

    Attributes:
        tokens: B x N x width.
        choices: B x (targeted operations x N + free operations): log-probabilities.
    """

    tokens: Tensor
    choices: Tensor


class Policy(nn.Module):
    """The network. A choice's probability is that of its operation and target, times those of the
    first and the last copied word."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        width = config.width
        self.table = nn.EmbeddingBag(config.buckets, width, mode="sum", padding_idx=0)
        sizes = (len(KINDS), _LINES, _COLUMNS, _USES)
        self.places = nn.ModuleList(nn.Embedding(size, width) for size in sizes)
        self.layers = nn.ModuleList(_Layer(config) for _ in range(config.layers))
        self.norm = nn.LayerNorm(width)
        self.targets = nn.Linear(width, len(TARGETED))
        self.free = nn.Linear(width, len(FREE))
        self.operations = nn.Embedding(len(OPERATIONS), width)
        self.asks = nn.Sequential(nn.Linear(3 * width, width), nn.GELU(), nn.Linear(width, width))
        self.continues = nn.Sequential(
            nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, width)
        )
        self.starts, self.ends = nn.Linear(width, width), nn.Linear(width, width)
        self.distances = nn.Embedding(_DISTANCES, 1)
        for table in (self.table, self.operations, *self.places):
            assert isinstance(table, (nn.EmbeddingBag, nn.Embedding))
            nn.init.normal_(table.weight, std=0.1)

    def encode(self, batch: Batch) -> Encoded:
        """Return the encoded situations, with the probabilities of operations and targets."""
        rows, count, feature_count = batch.features.shape
        amounts = (batch.features > 0).sum(-1, keepdim=True).clamp(min=1)
        bags = self.table(batch.features.view(-1, feature_count)).view(rows, count, -1)
        tokens = bags / amounts.sqrt()
        for index, embedding in enumerate(self.places):
            tokens = tokens + embedding(batch.scalars[..., index])
        absent = torch.where(batch.present, 0.0, _MASKED)[:, None, None, :]
        for layer in self.layers:
            tokens = layer(tokens, batch.relations, absent)
        tokens = self.norm(tokens)
        targets = self.targets(tokens).masked_fill(~batch.elements.unsqueeze(-1), _MASKED)
        # Without a number there is nothing that an operation with a number could copy.
        numbers = batch.numbers.any(-1)
        free = self.free(tokens[:, 0])
        needs_number = _copies("number").to(free.device)
        targets = targets.masked_fill(
            (needs_number[list(TARGETED)] & ~numbers[:, None])[:, None], _MASKED
        )
        free = free.masked_fill(needs_number[list(FREE)] & ~numbers[:, None], _MASKED)
        logits = torch.cat([targets.transpose(1, 2).flatten(1), free], 1)
        return Encoded(tokens, log_softmax(logits, -1))

    def first(self, batch: Batch, encoded: Encoded, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of the first copied word, B x N, and what it continues.

        Args:
            actions: B x 2, int64: operations and targets.
        """
        operations, targets = actions.unbind(-1)
        rows = torch.arange(len(actions), device=actions.device)
        state, target = encoded.tokens[:, 0], encoded.tokens[rows, targets]
        target = torch.where((targets > 0).unsqueeze(-1), target, torch.zeros_like(target))
        query = self.asks(torch.cat([state, target, self.operations(operations)], -1))
        keys = self.starts(encoded.tokens)
        logits = (keys @ query.unsqueeze(-1)).squeeze(-1) / keys.shape[-1] ** 0.5
        numeric = _copies("number").to(actions.device)[operations].unsqueeze(-1)
        allowed = torch.where(numeric, batch.numbers, batch.words)
        return log_softmax(logits.masked_fill(~allowed, _MASKED), -1), query

    def last(
        self, batch: Batch, encoded: Encoded, actions: Tensor, query: Tensor, starts: Tensor
    ) -> Tensor:
        """Return the log-probabilities of the last copied word, B x N, given the first."""
        rows = torch.arange(len(actions), device=actions.device)
        first = encoded.tokens[rows, starts]
        query = self.continues(torch.cat([query, first], -1))
        keys = self.ends(encoded.tokens)
        logits = (keys @ query.unsqueeze(-1)).squeeze(-1) / keys.shape[-1] ** 0.5
        positions = torch.arange(keys.shape[1], device=actions.device)
        distance = positions.unsqueeze(0) - starts.unsqueeze(1)
        clamped = distance.clamp(min=0, max=2 ** (_DISTANCES - 1) - 1)
        bins = torch.where(clamped > 0, clamped.float().log2().floor().long() + 1, clamped)
        logits = logits + self.distances(bins.clamp(max=_DISTANCES - 1)).squeeze(-1)
        # Successive words are of one source: between two of them are only elements.
        kinds = batch.scalars[..., 0]
        same_kind = kinds == kinds[rows, starts].unsqueeze(-1)
        numeric = _copies("number").to(actions.device)[actions[:, 0]].unsqueeze(-1)
        limit = torch.where(numeric, 1, _LONGEST_COPY)
        allowed = batch.words & same_kind & (distance >= 0) & (distance < limit)
        return log_softmax(logits.masked_fill(~allowed, _MASKED), -1)

    def log_probabilities(self, batch: Batch, choices: Sequence[Choice]) -> Tensor:
        """Return the log-probability of one choice in each situation: B numbers."""
        device = batch.features.device
        encoded = self.encode(batch)
        count = batch.features.shape[1]
        indices = torch.tensor([_logit_index(choice, count) for choice in choices], device=device)
        actions = torch.tensor(
            [(choice.operation, choice.target) for choice in choices], device=device
        )
        starts = torch.tensor([choice.start for choice in choices], device=device)
        ends = torch.tensor([choice.end for choice in choices], device=device)
        first, query = self.first(batch, encoded, actions)
        last = self.last(batch, encoded, actions, query, starts)
        copies = ~_copies("nothing").to(device)[actions[:, 0]]
        chosen = encoded.choices.gather(1, indices.unsqueeze(1)).squeeze(1)
        first_word = first.gather(1, starts.unsqueeze(1)).squeeze(1)
        last_word = last.gather(1, ends.unsqueeze(1)).squeeze(1)
        return chosen + torch.where(copies, first_word + last_word, 0.0)

    def choose(self, tokens: Sequence[Token], generator: torch.Generator | None = None) -> Choice:
        """Return the most probable choice, or with a generator a choice drawn at random."""
        device = str(self.norm.weight.device)
        with torch.no_grad():
            batch = batch_of([tokens], self.config.buckets, device)
            encoded = self.encode(batch)
            operation, target = _operation_and_target(
                _draw(encoded.choices[0], generator), len(tokens)
            )
            if OPERATIONS[operation].copies == "nothing":
                return Choice(operation, target)
            actions = torch.tensor([[operation, target]], device=device)
            first, query = self.first(batch, encoded, actions)
            start = _draw(first[0], generator)
            starts = torch.tensor([start], device=device)
            end = _draw(self.last(batch, encoded, actions, query, starts)[0], generator)
            return Choice(operation, target, start, end)

    def save(self, folder: Path) -> None:
        """Write the configuration and the weights to a folder."""
        from safetensors.torch import save_file  # pyright: ignore

        folder.mkdir(parents=True, exist_ok=True)
        names = [operation.name for operation in OPERATIONS]
        data = {"network": asdict(self.config), "operations": names}
        (folder / _CONFIG).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        save_file(self.state_dict(), str(folder / _WEIGHTS))


def check_device(device: str) -> None:
    """Raise `UserError` if PyTorch cannot use a device."""
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        raise UserError(f"device {device!r} cannot be used: {reason}") from error


def device_name(device: str) -> str:
    """Return a device's name, and for a GPU its model, such as `cuda (NVIDIA H100)`."""
    if torch.device(device).type != "cuda":
        return device
    return f"{device} ({torch.cuda.get_device_name(device)})"


def load(folder: Path, device: str = "cpu") -> Policy:
    """Read a policy that `Policy.save` has written.

    Raises:
        UserError: If the folder has no policy, or one of another version, or the device is not
            available.
    """
    check_device(device)
    from safetensors.torch import load_file  # pyright: ignore

    file = folder / _CONFIG
    if not file.is_file():
        raise UserError(f"{file}: file not found. Train a policy: `webproctor train policy`.")
    with loading(str(folder)):
        data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if data["operations"] != [operation.name for operation in OPERATIONS]:
            raise UserError(f"{file}: the policy has other operations: train it again.")
        policy = Policy(Config(**data["network"]))
        policy.load_state_dict(load_file(str(folder / _WEIGHTS)))
    return policy.to(device).eval()


def _copies(kind: str) -> Tensor:
    """Return for each operation whether this is what it copies."""
    return torch.tensor([operation.copies == kind for operation in OPERATIONS])


def _logit_index(choice: Choice, count: int) -> int:
    """Return the index of a choice's operation and target among the logits."""
    if choice.operation in TARGETED:
        return TARGETED.index(choice.operation) * count + choice.target
    return len(TARGETED) * count + FREE.index(choice.operation)


def _operation_and_target(index: int, count: int) -> tuple[int, int]:
    """Return the operation and the target of an index among the logits."""
    if index < len(TARGETED) * count:
        return TARGETED[index // count], index % count
    return FREE[index - len(TARGETED) * count], 0


def _draw(logs: Tensor, generator: torch.Generator | None) -> int:
    if generator is None:
        return int(logs.argmax())
    return int(torch.multinomial(logs.exp().cpu(), 1, generator=generator))
