"""Entitlements: what a license key entitles to."""

from __future__ import annotations

from typing import Any


class Entitlements:
    """What a lease, or a license key that was validated, entitles to."""

    def __init__(self, listed: Any) -> None:
        """What is in another form than a lease or a license key has it is left out."""
        self._flags: list[tuple[str, dict[str, Any]]] = []
        for each in listed if isinstance(listed, list) else ():
            flag = each if isinstance(each, dict) else {}
            benefit_id, values = flag.get("benefit_id"), flag.get("values")
            if isinstance(benefit_id, str) and isinstance(values, dict):
                self._flags.append((benefit_id, values))

    def has(self, name: str) -> bool:
        """Whether it has this: a value with the name that is neither `False` nor 0, or the benefit with the ID."""
        is_benefit = any(benefit_id == name for benefit_id, _ in self._flags)
        return is_benefit or any(not (isinstance(value, (int, float)) and value == 0) for value in self._values(name))

    def limit(self, name: str) -> int | float | None:
        """The number with this name, such as `limit("pages")`; the highest of several. None if there is none."""
        numbers = (value for value in self._values(name) if isinstance(value, (int, float)) and not isinstance(value, bool))
        return max(numbers, default=None)

    def _values(self, name: str) -> list[Any]:
        return [values[name] for _, values in self._flags if name in values]
