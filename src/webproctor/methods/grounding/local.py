"""Vision-language models that run locally with transformers."""

import asyncio
from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any

from webproctor.core.llm import Message, Reply, Tool, ToolChoice
from webproctor.core.pictures import decoded
from webproctor.core.reasoning import without_reasoning
from webproctor.methods.weights import best_device, library, loading


class LocalModel:
    """Generates greedily, one request at a time.

    Args:
        model: An image-text-to-text model.
        processor: Its processor, with a chat template.
        tokens: Maximum number of tokens of an answer.
        keep_special: Whether to keep special tokens in the answer.
    """

    def __init__(
        self, model: Any, processor: Any, tokens: int, *, keep_special: bool = False
    ) -> None:
        self._model = model.eval()
        self._processor = processor
        self._tokens = tokens
        self._keep_special = keep_special
        self._lock = Lock()

    async def generate(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        """Return the answer to a conversation; `tools` is ignored."""
        return await asyncio.to_thread(self._answer, messages)

    def _answer(self, messages: Sequence[Message]) -> Reply:
        import torch  # pyright: ignore

        inputs = encode(self._processor, [messages]).to(self._model.device)
        with self._lock, torch.inference_mode():
            output = self._model.generate(
                **inputs, max_new_tokens=self._tokens, do_sample=False, num_beams=1
            )
        new = output[:, inputs["input_ids"].shape[1] :]
        [text] = self._processor.batch_decode(new, skip_special_tokens=not self._keep_special)
        usage = {
            "input_tokens": float(inputs["input_ids"].shape[1]),
            "output_tokens": float(new.shape[1]),
        }
        return Reply(without_reasoning(text), usage=usage)


def encode(processor: Any, conversations: Sequence[Sequence[Message]]) -> Any:
    """Encode conversations as a model's inputs.

    A last message of the assistant is the beginning of the answer.
    """
    texts, pictures = [], []
    for messages in conversations:
        answer_start = messages[-1].text if messages[-1].role == "assistant" else ""
        chat = [
            {
                "role": message.role,
                "content": [
                    *({"type": "image"} for _ in message.images),
                    {"type": "text", "text": message.text},
                ],
            }
            for message in (messages[:-1] if answer_start else messages)
        ]
        prompt = processor.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
        texts.append(prompt + answer_start)
        pictures.append([decoded(png) for message in messages for png in message.images])
    return processor(text=texts, images=pictures, padding=True, return_tensors="pt")


@cache
def load_model(source: str, device: str, tokens: int, *, keep_special: bool = False) -> LocalModel:
    """Load a model from a folder or a hub, once per process, since every episode creates an agent.

    Raises:
        UserError: If it cannot be loaded, or the libraries are not installed.
    """
    model, processor = load(source, device)
    return LocalModel(model, processor, tokens, keep_special=keep_special)


def load(source: str, device: str = "", *, train: bool = False) -> tuple[Any, Any]:
    """Load a model and its processor.

    Args:
        device: PyTorch device; "" for the best available one.
        train: Load the weights in float32, in which they can be trained; otherwise in the precision
            of the source, or in float32 on the device `cpu`.

    Raises:
        UserError: If they cannot be loaded, or the libraries are not installed.
    """
    transformers = library()
    device = device or best_device()
    with loading(source):
        processor: Any = transformers.AutoProcessor.from_pretrained(source)
        model: Any = transformers.AutoModelForImageTextToText.from_pretrained(
            source, dtype="float32" if train or device == "cpu" else "auto"
        )
        return model.to(device), processor
