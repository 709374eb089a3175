#!/usr/bin/env python3
"""Verifies docs/licensing/vectors.json, as an application in Python would: see offline-leases.md and signed-answers.md.

Uses the package `cryptography` for Ed25519, and nothing else beside the standard library. Prints one line for each difference, and the
number of cases. The exit status is 0 if there is no difference, 1 if there is one, and 77 if `cryptography` is missing.
"""

import base64
import hashlib
import json
import re
import sys
import zlib
from pathlib import Path

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    print("The package `cryptography` is not installed.")
    sys.exit(77)

MAX_TOKEN = 16 * 1024
MAX_LIST = 256 * 1024
MAX_INFLATED = 1024 * 1024
TOLERANCE = 60
LATEST = 253402300799
SIGNATURE_INPUT = re.compile(
    r'latchkey=(\("@status" "content-digest" "license-request-digest" "license-nonce";req\);created=[0-9]{1,12}'
    r';keyid="([A-Za-z0-9_-]{1,128})";alg="ed25519";nonce="([^"]*)";tag="latchkey-answer")'
)
SIGNATURE = re.compile(r"latchkey=:([A-Za-z0-9+/]+={0,2}):")
TOKEN = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)", re.ASCII)


class Refused(Exception):
    """The application must not accept this."""


def decoded(text):
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise Refused("base64url") from error


def json_object(data):
    try:
        value = json.loads(data.decode("utf-8"))
    except ValueError as error:
        raise Refused("JSON") from error
    if not isinstance(value, dict):
        raise Refused("no object")
    return value


def claims_of(token, token_type, keys, longest=MAX_TOKEN):
    """The claims of a token of this type that one of these keys has signed."""
    if len(token) > longest:
        raise Refused("too long")
    parts = TOKEN.fullmatch(token)
    if not parts:
        raise Refused("form")
    header = json_object(decoded(parts[1]))
    if header.get("alg") != "EdDSA" or header.get("typ") != token_type or "crit" in header:
        raise Refused("header")
    jwk = next((key for key in keys if key["kid"] == header.get("kid")), None)
    if not jwk or jwk["kty"] != "OKP" or jwk["crv"] != "Ed25519":
        raise Refused("unknown key")
    try:
        key = Ed25519PublicKey.from_public_bytes(decoded(jwk["x"]))
        key.verify(decoded(parts[3]), f"{parts[1]}.{parts[2]}".encode("ascii"))
    except (InvalidSignature, ValueError) as error:
        raise Refused("signature") from error
    return json_object(decoded(parts[2]))


def time_in(claims, name):
    time = claims.get(name)
    if type(time) is not int or not 0 <= time <= LATEST:
        raise Refused(name)
    return time


def state_of(lease, keys, expected, now):
    """`valid` or `grace`."""
    claims = claims_of(lease, "latchkey-lease+jwt", keys)
    for name in ("iss", "aud", "sub", "nonce"):
        if claims.get(name) != expected[name]:
            raise Refused(name)
    device = claims.get("device")
    if not isinstance(device, dict) or device.get("id") != expected["device"]:
        raise Refused("device")
    not_before, expires, grace = (time_in(claims, name) for name in ("nbf", "exp", "grace_until"))
    if now < not_before - TOLERANCE or now >= grace + TOLERANCE:
        raise Refused("time")
    return "valid" if now < expires else "grace"


def statuses_in(token, keys):
    listed = claims_of(token, "statuslist+jwt", keys, MAX_LIST)["status_list"]
    if listed["bits"] != 2:
        raise Refused("bits")
    unpacked = zlib.decompressobj().decompress(decoded(listed["lst"]), MAX_INFLATED)
    return lambda place: unpacked[place // 4] >> (place % 4) * 2 & 3


def digest_of(body):
    return f"sha-256=:{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}:"


def verify_answer(answer, request, keys):
    headers = answer["headers"]
    signed = SIGNATURE_INPUT.fullmatch(headers.get("signature-input", ""))
    signature = SIGNATURE.fullmatch(headers.get("signature", ""))
    if not signed or not signature:
        raise Refused("not signed")
    parameters, kid, nonce = signed.groups()
    jwk = next((key for key in keys if key["kid"] == kid), None)
    if not jwk or nonce != request["nonce"] or headers.get("license-request-digest") != digest_of(request["body"]):
        raise Refused("key, nonce or request")
    base = "\n".join(
        [
            f'"@status": {answer["status"]}',
            f'"content-digest": {digest_of(answer["body"])}',
            f'"license-request-digest": {digest_of(request["body"])}',
            f'"license-nonce";req: {request["nonce"]}',
            f'"@signature-params": {parameters}',
        ]
    )
    try:
        key = Ed25519PublicKey.from_public_bytes(decoded(jwk["x"]))
        key.verify(base64.b64decode(signature[1]), base.encode())
    except (InvalidSignature, ValueError) as error:
        raise Refused("signature") from error


def answer_differences(signed, keys):
    differences = []
    for name, answer in [("the answer", signed["answer"]), *signed["refused"].items()]:
        try:
            verify_answer(answer, signed["request"], keys)
            is_genuine = True
        except Refused:
            is_genuine = False
        if is_genuine != (answer == signed["answer"]):
            differences.append(f"signed answer, {name}: {is_genuine}")
    return differences


def main():
    vectors = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
    expected = vectors["expected"]
    key_set = claims_of(vectors["signed_keys"], "jwk-set+jwt", [vectors["root"]], MAX_LIST)
    if key_set["iss"] != expected["iss"] or key_set["aud"] != expected["aud"]:
        raise Refused("set of keys")
    keys = key_set["keys"]
    differences = answer_differences(vectors["signed_answer"], keys)
    for case in vectors["cases"]:
        try:
            outcome = state_of(case["token"], keys, expected, case["now"])
        except Refused:
            outcome = None
        if outcome != case.get("state"):
            differences.append(f"{case['name']}: {outcome}, not {case.get('state')}")
    status_at = statuses_in(vectors["status_list"]["token"], keys)
    for place, status in vectors["status_list"]["statuses"].items():
        if status_at(int(place)) != status:
            differences.append(f"status at {place}: {status_at(int(place))}, not {status}")
    print("\n".join([*differences, f"{len(vectors['cases'])} cases, {len(differences)} differences"]))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
