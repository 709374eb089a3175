import { LOOKUP_TEXT } from '#support/texts';
import {
  defineField,
  describeResource,
  type Infer,
  list,
  mapOf,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

export const ACTOR_TYPES = ['user', 'organization', 'customer', 'member', 'operator', 'system', 'anonymous'] as const;
export const ACTIONS = ['created', 'updated', 'deleted', 'performed'] as const;
const MAX_FIELDS = 100;

/** Whatever the field holds. */
const anyValue = () => defineField({ schema: {}, read: (input: unknown) => input });

const AuditActorView = object(
  { type: oneOf(ACTOR_TYPES), id: nullable(uuid4()), credential_id: nullable(uuid4()) },
  'AuditActor',
  {
    type: 'Who made the change: a `user` or an `organization` with an access token, a `customer` or a `member` with a portal session, an `operator` at the command line, the `system` itself, or somebody `anonymous` without credentials.',
    id: 'The ID of the user, organization, customer or member.',
    credential_id: 'The ID of the access token or the portal session.',
  },
);

const FieldChangeView = object({ before: anyValue(), after: anyValue() }, 'AuditFieldChange', {
  before: 'The value before the change; `null` if there was none.',
  after: 'The value after the change; `null` if there is none.',
});

export const AuditEntryView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    organization_id: uuid4(),
    actor: AuditActorView,
    address: nullable(text()),
    request_id: nullable(text()),
    event: nullable(text()),
    operation: text(LOOKUP_TEXT),
    action: oneOf(ACTIONS),
    resource: object({ type: text(LOOKUP_TEXT), id: uuid4() }, 'AuditResource', {
      type: 'The type of the resource, such as `license_key`.',
      id: 'The ID of the resource.',
    }),
    customer_id: nullable(uuid4()),
    changes: nullable(mapOf(text(LOOKUP_TEXT), FieldChangeView, { max: MAX_FIELDS })),
  },
  'AuditLogEntry',
  {
    ...describeResource('entry'),
    created_at: 'When the change was made.',
    organization_id: 'The ID of the organization.',
    actor: 'Who made the change.',
    address: 'The address of the client, or `null` if there was none or it was erased.',
    request_id: 'The `X-Request-Id` of the request that asked for the change or caused it, or `null` if none did.',
    event: 'The name and number of the event that the service reacted to, or `null` if it was none.',
    operation:
      'What was done: the method and path of a request, such as `PATCH /v1/license-keys/{id}`, or the name of a command or of a part of the service.',
    action:
      'What became of the resource. `performed` is what does not change the resource itself, such as a test of a webhook endpoint.',
    resource: 'What was changed.',
    customer_id: 'The ID of the customer that the resource belongs to, if it belongs to one.',
    changes:
      'The fields that changed, with their values before and after. Secrets are masked. `null` if the values were erased with the customer, or are not kept, as for imports.',
  },
);
export type AuditEntryView = Infer<typeof AuditEntryView>;

export const AuditLogPageView = object(
  { items: list(AuditEntryView), next_cursor: nullable(text(LOOKUP_TEXT)) },
  'AuditLogPage',
  {
    items: 'The entries of this page.',
    next_cursor: 'The `cursor` of the next page, or `null` if this is the last one.',
  },
);
export type AuditLogPageView = Infer<typeof AuditLogPageView>;
