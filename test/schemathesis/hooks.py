"""What Schemathesis has to know of the service: which IDs exist, which tokens there are, and which refusals no schema can tell."""

import json
import os
import re
from datetime import date

import schemathesis
from hypothesis import strategies as st
from schemathesis.core.failures import Failure

KNOWN = json.loads(os.environ["KNOWN"])

# Most IDs are of something, so that requests reach further than to a 404.
ids = st.one_of(st.sampled_from(KNOWN["ids"]), st.sampled_from(KNOWN["ids"]), st.uuids(version=4).map(str))
schemathesis.openapi.format("uuid4", ids)
# Other years are refused, as the patterns of days say; few days that are made at random match them.
schemathesis.openapi.format("date", st.dates(date(2000, 1, 1), date(2999, 12, 31)).map(str))


@schemathesis.auth(refresh_interval=None)
class Tokens:
    """The token of the first kind that an operation takes and that there is one of."""

    def get(self, case, context):
        schemes = [name for each in case.operation.definition.raw.get("security", []) for name in each]
        return next((token for kind, token in KNOWN["tokens"].items() if kind in schemes), None)

    def set(self, case, data, context):
        if data is not None:
            case.headers["Authorization"] = f"Bearer {data}"


# Refusals of requests that their schema allows, as (why, operations, where, what). All others are missing in the document.
REFUSALS = [
    (why, re.compile(operation), re.compile(place), re.compile(text))
    for why, operation, place, text in [
        ("It depends on what exists.", "", "", "(does|do) not exist|already exists|not found|is taken|must match|cannot be"),
        ("It depends on the token.", "", r"organization_id$", "disallowed|required|not accessible"),
        ("The key was used for another request.", "", "^header.idempotency-key$", ""),
        # Which fields go together: `anyOf` beside the properties would give clients in most languages worse types.
        ("Exactly one purchase is named.", " /v1/customer(-portal/seat|-seat)s", "^body$", "Exactly one of"),
        ("One recipient is named.", " /v1/customer(-portal/seat|-seat)s", "^body$", "recipient|identifiers|member_id|external_"),
        ("A key or its ID is named.", "POST /v1/license-keys/explain", "key$", "Either id or key is required"),
        ("A new device needs a label.", "license-keys/lease$", "label$", "without activation_id"),
        ("Events are named, 1 to 1,000 of them.", "POST /v1/events/(un)?void$", "^body$", "name 1 to 1000 events"),
        ("A price is of a product or of a meter.", "POST /v1/connectors/{id}/prices", "(product|meter)_id$", "required|has no"),
        ("A product, or items.", "POST /v1/(orders|subscriptions)/", "", "Field required|cannot be combined|needs"),
        ("A tax ID needs an address.", "customers", "billing_address$", "needs a billing address|cannot be taken away"),
        ("`allow_short_key` permits shorter ones.", "POST /v1/license-key", "(key|entries\\.[0-9]+)$", "at least 16 characters"),
        ("Parts are numbered without gaps, and cover the file.", "POST /v1/files/$", "upload", ""),
        ("Only subscriptions have intervals.", "/v1/products/", "interval", ""),
        ("Tiers of seats are in order without gaps.", "/v1/products/", "tiers", ""),
        ("Prices are the same kinds in every currency.", "/v1/products/", "prices", ""),
        ("Some slugs are reserved.", "POST /v1/organizations/$", "slug$", "reserved"),
        # What is compared with something else.
        ("It depends on the benefit.", "/v1/license-keys/{id}", "", "policy of the license key|no update period"),
        ("It depends on what the meter has counted.", "PATCH /v1/meters/{id}", "", "has counted events"),
        ("It depends on the organization.", "PATCH /v1/organizations/{id}", "", "not enabled for this organization"),
        ("It depends on the customer.", "email-update/request", "email$", "Only an individual customer"),
        ("It depends on what was mailed.", "customers/me/merge", "code$", ""),
        ("It depends on the clock.", "POST /v1/events/ingest", "timestamp$", "must be in the past"),
        ("It depends on the other end of the range.", "GET ", "^query", "range|interval|before the start|sorted by"),
        ("An owner is a role of the first member alone.", "POST /v1/customer-portal/members", "role$", "cannot be the owner"),
        # What formats and patterns cannot say.
        ("Multiples of 1e-12 are not computed with floating-point numbers.", "", "amount$", "at most 12 decimal places"),
        ("A name that has no type yet has no ID, and Schemathesis asks for `null`.", "/v1/event-types/{id}", "^path.id$", ""),
        ("Each country has rules for tax IDs.", "customers", "tax_id$", "Invalid tax ID"),
        ("In the coverage phase, Schemathesis makes texts of no format that it does not know itself.", "", "_id$", "valid UUID"),
        ("The operator allows other hosts.", "/v1/webhooks/endpoints", "url$", ""),
        ("No keyword of JSON Schema compares durations.", "", "expires_in$", "less than or equal to"),
        ("A team without an address needs an owner.", "POST /v1/customers/", "owner$", ""),
        ("A text in a text.", "GET /v1/events/", "query.filter", ""),
        ("Names of headers that the service sets are refused.", "/v1/webhooks/endpoints", "headers", ""),
        ("A license key is read by people.", "/v1/license-key", "(key|entries.[0-9]+)$", "control or format characters"),
        ("No keyword of JSON Schema compares times.", "GET ", "timestamp$", "greater than or equal to|less than or equal to"),
        ("A tag may repeat no part, and a zone has to exist.", "", "(locale|time_?zone)$", ""),
        ("A domain that is nobody's mailbox provider.", "single-sign-on/domains", "domain$", ""),
        ("The provider has to answer there.", "PUT .*/single-sign-on$", "issuer$", ""),
        ("A password is not made of few characters.", "/v1/users/me/password", "password$", "different characters|e-mail address"),
    ]
]


class Undescribed(Failure):
    """A request that its schema allows was refused for its form."""

    __slots__ = ("operation", "title", "message", "case_id", "severity")


@schemathesis.check
def described_refusals(ctx, response, case):
    """The bounds of a request are in its schema, so that a valid one is refused only for what no schema can tell."""
    if response.status_code != 422 or not case.meta or not case.meta.generation.mode.is_positive:
        return
    operation = f"{case.operation.method.upper()} {case.operation.path}"
    detail = response.json()["detail"]
    # One sentence is of the domain, and documented beside the form of validation errors.
    for issue in detail if isinstance(detail, list) else []:
        place, text = ".".join(map(str, issue["loc"])), issue["msg"]
        if any(o.search(operation) and p.search(place) and t.search(text) for _, o, p, t in REFUSALS):
            continue
        raise Undescribed(operation=operation, title="Undescribed refusal", message=f"{place}: {text} ({issue['type']})")
