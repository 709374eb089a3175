import type { Attribution } from '#engine/tenancy';
import type { ResourceChange } from './snapshot.ts';

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
