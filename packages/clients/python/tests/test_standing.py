"""What a header says, besides the situations of the conformance kit."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from latchkey import OverLimit, PastDue, Renewed, Standing, Trial
from latchkey.standing import standing_in

AT = datetime(2026, 6, 1, 12, tzinfo=timezone.utc)
UNTIL = datetime(2027, 6, 1, 12, tzinfo=timezone.utc)


def text_of(time: datetime) -> str:
    return time.strftime('"%Y-%m-%dT%H:%M:%S.000Z"')


def test_every_circumstance_is_read_with_its_parameters() -> None:
    until = text_of(UNTIL)
    header = f"trial;until={until}, past_due;until={until}, over_limit;limit=3;used=10, renewed;at={text_of(AT)};until={until}"
    assert standing_in(header) == Standing(Trial(UNTIL), PastDue(UNTIL), OverLimit(3, 10), Renewed(AT, UNTIL))


@pytest.mark.parametrize(
    "malformed", ["good", "", "trial;", "trial;until=", "TRIAL", 'trial;until="a\\"b"', "trial;until=1x", "trial\n", "," * 1000]
)
def test_what_says_nothing_or_is_malformed_is_left_out(malformed: str) -> None:
    assert standing_in(malformed) == Standing()


def test_what_is_not_known_is_left_out() -> None:
    assert standing_in('trial;until="Mars", moved;to="Mars", over_limit;limit="3"') == Standing(
        trial=Trial(), over_limit=OverLimit()
    )
