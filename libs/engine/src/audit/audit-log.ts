import type { Attribution } from '#engine/tenancy';
import { isDeepStrictEqual } from 'node:util';
import { isoTime } from '#support/days';

/** Fields of a resource under their published names. Values are plain JSON, except for secrets and times. */
export type ResourceFields = Readonly<Record<string, unknown>>;

/** The state of a resource at one moment. */
export interface Snapshot {
  readonly type: string;
  readonly id: string;
  /** Null for what belongs to a user and to no organization. */
  readonly organizationId: string | null;
  readonly customerId: string | null;
  readonly isDeleted: boolean;
  readonly fields: ResourceFields;
}

/** A changed field. */
interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** `performed` is what changes nothing of the resource itself. */
type Action = 'created' | 'updated' | 'deleted' | 'performed';

/** What became of a resource. */
export interface ResourceChange {
  readonly action: Action;
  readonly resource: Snapshot;
  readonly changes: Readonly<Record<string, FieldChange>>;
}

/** What the log shows of a secret. */
const MASK = '********';
/** The JSON text of a longer value is cut. */
const MAX_VALUE_CHARS = 2_000;

/** What changed between two states of the same resource; undefined if nothing did. Either is left out if the resource did not exist. */
export function changeOf(before: Snapshot | undefined, after: Snapshot | undefined): ResourceChange | undefined {
  const resource = after ?? before;
  if (!resource) return undefined;
  const changes = changedFields(before?.fields ?? {}, after?.fields ?? {});
  const isDeleted = !after || (after.isDeleted && before !== undefined && !before.isDeleted);
  const action = isDeleted ? 'deleted' : before ? 'updated' : 'created';
  if (action === 'updated' && Object.keys(changes).length === 0) return undefined;
  return { action, resource, changes };
}

function changedFields(before: ResourceFields, after: ResourceFields): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    if (old !== now && !isDeepStrictEqual(old, now)) changes[name] = { before: shown(old), after: shown(now) };
  }
  return changes;
}

/** Bytes are digests and encrypted secrets. */
function shown(value: unknown): unknown {
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) return MASK;
  if (value instanceof Date) return isoTime(value);
  if (typeof value !== 'object' && typeof value !== 'string') return value;
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${wellFormed(text.slice(0, MAX_VALUE_CHARS))}…` : value;
}

const wellFormed = (text: string): string => text.toWellFormed();

/** A change, with whoever made it. */
export interface AttributedChange extends ResourceChange {
  readonly attribution: Attribution;
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** A change in the log of each organization that it belongs to. */
interface Entry extends AttributedChange {
  readonly organizationId: string;
}

/** The statement that writes the changes to the audit log, in the transaction that makes them; none without changes. */
export function insertAuditEntries(changes: readonly AttributedChange[]): Statement[] {
  const entries = changes.flatMap(entriesOf);
  if (entries.length === 0) return [];
  const column = (value: (entry: Entry) => unknown): unknown[] => entries.map(value);
  const values = [
    column(({ organizationId }) => organizationId),
    column(({ attribution }) => attribution.actor.type),
    column(({ attribution }) => attribution.actor.id),
    column(({ attribution }) => attribution.actor.credentialId),
    column(({ attribution }) => attribution.address),
    column(({ attribution }) => attribution.requestId),
    column(({ attribution }) => attribution.event),
    column(({ attribution }) => attribution.operation),
    column(({ action }) => action),
    column(({ resource }) => resource.type),
    column(({ resource }) => resource.id),
    column(({ attribution, resource }) => resource.customerId ?? attribution.actor.customerId),
    column(({ attribution, changes: fields }) => (attribution.withoutValues ? null : jsonOf(fields))),
  ];
  return [{ name: 'audit-insert', text: INSERT, values }];
}

/** PostgreSQL does not store the character U+0000. */
const jsonOf = (changes: object): string => JSON.stringify(changes).replaceAll(String.raw`\u0000`, '');

const entriesOf = (change: AttributedChange): Entry[] => {
  const { organizationId } = change.resource;
  const organizations = organizationId === null ? change.attribution.actor.organizations : [organizationId];
  return organizations.map((each) => ({ ...change, organizationId: each }));
};

const COLUMNS = `organization_id, actor_type, actor_id, credential_id, address, request_id, cause, operation, action,
    resource_type, resource_id, customer_id, changes`;

const INSERT = `insert into platform.audit_log (${COLUMNS})
  select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::uuid[], $12::uuid[], $13::jsonb[]) as w (${COLUMNS})`;
