"""Texts that people carry: license keys, and lease files that came by mail."""

from __future__ import annotations

import re
import unicodedata

from .encoding import parse_object
from .errors import Untrusted

MAX_LEASE_FILE = 64 * 1024
QUOTES = "\"'`\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u2e42\u300c\u300d\u300e\u300f"
QUOTES += "\u301d\u301e\u301f\ufe41\ufe42\ufe43\ufe44\uff02\uff07\uff62\uff63"
"""Unicode Quotation_Mark, and the grave accent."""
TYPED_SOUND_MARK = re.compile("(?<=[0-9A-Za-z])\u30fc(?=[0-9A-Za-z])")
"""The prolonged sound mark, which the hyphen key of Japanese input types. In a word it follows a kana."""
UUID_AT_END = re.compile(r"(?:^|-)[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\Z")


def normal_form(key: str) -> str:
    """A license key as it was meant by whoever pasted it. The service does the same (docs/licensing/key-form-vectors.json)."""
    plain = _without_surroundings(_with_hyphens(key))
    visible = "".join(each for each in plain if not _is_unseen(each))
    formatted = _with_hyphens(visible.upper())
    return formatted if UUID_AT_END.search(formatted) else plain


def _with_hyphens(key: str) -> str:
    characters = unicodedata.normalize("NFKC", key)
    dashed = "".join("-" if unicodedata.category(each) == "Pd" or each == "\u2212" else each for each in characters)
    return TYPED_SOUND_MARK.sub("-", dashed)


def lease_file_in(file: str) -> tuple[str, str]:
    """The lease and the signed keys that a lease file has, which nothing proves yet."""
    if len(file) > MAX_LEASE_FILE:
        raise Untrusted("too_long")
    content = parse_object(_from_mail(file)) or {}
    if content.get("type") != "latchkey-lease-file" or content.get("version") != 1:
        raise Untrusted("wrong_type")
    lease, signed_keys = content.get("lease"), content.get("signed_keys")
    if not isinstance(lease, str) or not isinstance(signed_keys, str):
        raise Untrusted("malformed")
    return lease, signed_keys


def _from_mail(file: str) -> str:
    """Without a byte order mark, the marks of a quotation, the wrapping of long lines, and what was written before and after the JSON."""
    lines = (re.sub(r"=\Z", "", re.sub(r"^[>\s\ufeff]+", "", line)) for line in re.split(r"\r\n|[\r\n]", file))
    joined = re.sub(r"[\s\u200b\u2060\ufeff]", "", "".join(lines))
    joined = re.sub("[\u201c-\u201f]", '"', joined)
    return joined[joined.find("{") : joined.rfind("}") + 1]


def _is_unseen(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] == "Z" or category in ("Cc", "Cf")


def _without_surroundings(text: str) -> str:
    kept = [n for n, each in enumerate(text) if not (_is_unseen(each) or each in QUOTES)]
    return text[kept[0] : kept[-1] + 1] if kept else ""
