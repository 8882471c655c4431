"""Numbers on the command line: one, a whole one, a list, or a range."""

from __future__ import annotations

import math
from typing import Any

import click

from claimwise.core.errors import ParameterError

LONGEST = 10_000


class Numbers(click.ParamType):  # type: ignore[type-arg]
    """``500``, ``0.01,0.02,0.03`` or ``200:4000:200`` (start:stop:step, stop included)."""

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | int | list[float | int]:
        """Return one number or a list of them."""
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        who = param.opts[0] if param is not None else "the option"
        if ":" in value:
            return self._range(who, value)
        numbers = [self._number(who, part, value) for part in value.split(",")]
        return numbers[0] if "," not in value else numbers

    def _range(self, who: str, text: str) -> list[float | int]:
        parts = [self._number(who, part, text) for part in text.split(":")]
        if len(parts) != 3 or parts[2] <= 0 or parts[1] < parts[0]:
            raise ParameterError(
                who, "a range start:stop:step that goes up", repr(text), "For example 200:4000:200."
            )
        start, stop, step = parts
        count = math.floor((stop - start) / step + 1e-9) + 1
        if count > LONGEST:
            raise ParameterError(who, f"a range of at most {LONGEST:,} values", f"{count:,}")
        # Rounded so that 0.01 + 2 * 0.01 reads 0.03.
        return [_tidy(start + i * step) for i in range(count)]

    def _number(self, who: str, part: str, text: str) -> float | int:
        for kind in (int, float):
            try:
                number = kind(part)
            except ValueError:
                continue
            if math.isfinite(number):
                return number
        raise ParameterError(
            who, "a number, a list (0.01,0.02) or a range (200:4000:200)", repr(text)
        )


class Number(click.ParamType):  # type: ignore[type-arg]
    """One number, such as ``0.05``; or a whole one."""

    def __init__(self, kind: type[int] | type[float], name: str, said: str) -> None:
        """Keep what makes a number of a text, what help calls it, and what a refusal does."""
        self.kind, self.name, self.said = kind, name, said

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | int:
        """Return the number."""
        try:
            return self.kind(value)
        except ValueError:
            who = param.opts[0] if param is not None else "the option"
            usual = param.default if param is not None else None
            such = f", such as {usual}" if isinstance(usual, int | float) else ""
            raise ParameterError(f"{value} is not {self.said}; {who} needs one{such}.") from None


NUMBER = Number(float, "float", "a number")
WHOLE = Number(int, "integer", "a whole number")


def _tidy(value: float | int) -> float | int:
    return value if isinstance(value, int) else round(value, 12)


NUMBERS = Numbers()


class Shares(click.ParamType):  # type: ignore[type-arg]
    """A number of looks, or the shares of the data at which they are."""

    name = "looks"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return a number, or a list of several."""
        if not isinstance(value, str):
            return value
        try:
            numbers = [float(part) for part in value.split(",")]
        except ValueError:
            needs = "a number such as 4, or shares of the data such as 0.25,0.5,1"
            raise ParameterError("--looks", needs, repr(value)) from None
        return numbers if len(numbers) > 1 else numbers[0]


LOOKS = Shares()
