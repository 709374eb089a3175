import pg from 'pg';

interface Column {
  readonly name: string;
  readonly type: string;
  /** Whether a unique key of the table has it. */
  readonly isInKey: boolean;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** PostgreSQL cannot leave out what violates a deferred key. */
  readonly hasDeferredKey: boolean;
}

/** Tables whose rows are copied less often, or not at all, by the reason. */
const FEWER: Readonly<Record<string, readonly [copies: number, tables: readonly string[]]>> = {
  'an organization has one, or is one': [0, ['licensing.signing_keys', 'licensing.status_indexes', 'platform.quotas']],
  'belongs to users, or to the service': [
    0,
    [
      'identity.email_domains',
      'identity.openid_connections',
      'identity.single_sign_on_attempts',
      'identity.user_identities',
      'organizations.access_tokens',
      'organizations.memberships',
      'organizations.test_clocks',
      'platform.outbox',
    ],
  ],
  'an organization has at most 100': [90, ['metering.meters', 'metrics.dashboards']],
  'programs choose the names': [90, ['metering.event_names', 'metering.event_types']],
  'counts rows of another table': [
    0,
    [
      'catalog.product_counters',
      'metering.active_days',
      'metering.cost_rollups',
      'metering.event_counts_of_subjects',
      'metering.event_counts_of_times',
      'metering.usage_counting',
      'metering.usage_of_subjects',
      'webhooks.attempt_counts',
      'webhooks.feeds',
    ],
  ],
  'is counted by a process, some seconds later': [0, ['licensing.key_activity', 'licensing.key_refusals', 'licensing.key_uses']],
  'is made of rows of another table, by `RebuildPurchaseRollups`': [
    0,
    [
      'entitlements.customer_changes',
      'entitlements.customer_rollups',
      'entitlements.order_changes',
      'entitlements.order_rollups',
      'entitlements.renewal_changes',
      'entitlements.renewal_rollups',
      'entitlements.subscription_changes',
      'entitlements.subscription_rollups',
      'entitlements.unrolled_customers',
      'entitlements.unrolled_organizations',
      'entitlements.unrolled_renewals',
    ],
  ],
  'is made of rows of another table, by `recountRows`': [
    0,
    ['platform.row_count_changes', 'platform.row_counts', 'platform.uncounted_rows'],
  ],
  'has an entry for everything that happens': [200, ['platform.audit_log']],
};

/** The parent of rows that do not name their organization, and the column that names it. */
const PARENTS: Readonly<Record<string, readonly [column: string, parent: string]>> = {
  'connectors.prices': ['connector_id', 'connectors.connectors'],
  'metering.credits': ['subject_id', 'metering.subjects'],
  'metering.distinct_values': ['subject_id', 'metering.subjects'],
  'metering.usage_buckets': ['meter_id', 'metering.meters'],
};

/** What a copy refers to is what the original refers to: rows of one product, meter or endpoint become many. */
const SHARED = new Set(['organization_id', 'product_id', 'benefit_id', 'meter_id', 'endpoint_id', 'connector_id', 'user_id']);
/** A copied product has its own prices. */
const OWN: Readonly<Record<string, string>> = { 'catalog.prices': 'product_id' };
/** A customer has few of everything but usage: every second copy of these belongs to the customer of the original. */
const OF_ONE_CUSTOMER = new Set(['metering.events']);
/** Texts in a unique key that say of which kind a row is. */
const KINDS = new Set([
  'facet',
  'func',
  'kind',
  'operation',
  'code',
  'source',
  'source_kind',
  'external_source',
  'status',
  'type',
]);

const COLUMNS = `
  select format('%s.%s', n.nspname, t.relname) as table, c.attname as name, format_type(c.atttypid, null) as type,
    exists (select from pg_index i where i.indrelid = t.oid and i.indisunique and (c.attnum = any(i.indkey)
      or pg_get_indexdef(i.indexrelid) like '%' || c.attname || '%')) as "isInKey",
    exists (select from pg_index i where i.indrelid = t.oid and not i.indimmediate) as "hasDeferredKey"
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = '' and c.attidentity = ''
  where t.relkind in ('r', 'p') and not t.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'bullmq', 'oauth')
  order by 1, c.attnum`;

async function tablesOf(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Column & { readonly table: string; readonly hasDeferredKey: boolean }>(COLUMNS);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns,
    hasDeferredKey: columns[0]!.hasDeferredKey,
  }));
}

const copyOf = (value: string): string =>
  `overlay(overlay(md5(${value}::text || n) placing '4' from 13) placing '8' from 17)::uuid`;

function valueOf(table: string, { name, type, isInKey }: Column): string {
  const value = `s.${name}`;
  if (table === 'metering.events' && name === 'seq') return `nextval('metering.event_seq')`;
  if (type === 'uuid') {
    if (SHARED.has(name) && OWN[table] !== name) return value;
    return OF_ONE_CUSTOMER.has(table) && name !== 'id'
      ? `case when n % 2 = 0 then ${value} else ${copyOf(value)} end`
      : copyOf(value);
  }
  if (type.startsWith('timestamp')) return `${value} - n * interval '1 second'`;
  if (name.endsWith('digest')) return `${value} || convert_to(n::text, 'UTF8')`;
  if (!isInKey || KINDS.has(name)) return value;
  if (type === 'text') return `${value} || '-' || n`;
  if (type === 'bytea') return `${value} || convert_to(n::text, 'UTF8')`;
  return type === 'bigint' || type === 'integer' ? `${value} + n * 100003` : value;
}

/**
 * Copies all rows of an organization, so that it has so many times as much of everything, and what refers to a copied row refers to its copy.
 * Returns the number of rows that were added to each table.
 */
export async function enlargeOrganization(
  databaseUrl: string,
  organizationId: string,
  copies: number,
  more: Readonly<Record<string, number>> = {},
): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    // Neither references nor what triggers count is kept meanwhile.
    await client.query('set session_replication_role = replica');
    const added = new Map<string, number>();
    for (const table of await tablesOf(client)) {
      const [fewer] = Object.values(FEWER).find(([, tables]) => tables.includes(table.name)) ?? [more[table.name] ?? copies];
      const source = sourceOf(table);
      if (fewer === 0 || source === undefined) continue;
      const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
      const values = table.columns.map((column) => valueOf(table.name, column)).join(', ');
      const copied = `select ${values} from ${source} s, generate_series(1, ${fewer}) n`;
      const { rowCount } = await client.query(
        `insert into ${table.name} (${names}) ${copied} ${table.hasDeferredKey ? '' : 'on conflict do nothing'}`,
        [organizationId],
      );
      added.set(table.name, rowCount ?? 0);
    }
    return added;
  } finally {
    await client.end();
  }
}

/** The rows of the organization, `$1`; undefined for a table of no organization. */
function sourceOf({ name, columns }: Table): string | undefined {
  if (columns.some((column) => column.name === 'organization_id')) {
    return `(select * from ${name} where organization_id = $1)`;
  }
  const [column, parent] = PARENTS[name] ?? [];
  return column && `(select * from ${name} where ${column} in (select id from ${parent} where organization_id = $1))`;
}

/** Lets PostgreSQL know how many rows there are, as it will itself after a while. */
export async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}
