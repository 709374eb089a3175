import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { queryAt } from '../support/own-postgres.ts';

/** Tables of no organization: each node of a divided database would have a copy, or one node has them. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'of users, who belong to several organizations': [
    'identity.passkey_challenges',
    'identity.passkeys',
    'identity.second_factor_attempts',
    'identity.sign_in_codes',
    'identity.sign_in_requests',
    'identity.user_credentials',
    'identity.user_sessions',
    'organizations.users',
  ],
  'of clients of the authorization server': [
    'oauth.access_tokens',
    'oauth.clients',
    'oauth.grants',
    'oauth.provider_state',
    'oauth.signing_keys',
  ],
  'of organizations and users: a token is looked up before its owner is known': [
    'organizations.access_tokens',
    'organizations.organizations',
    'platform.revoked_tokens',
  ],
  'of the service': [
    'audit.chaining',
    'catalog.media_store',
    'licensing.key_uses_since',
    'metering.event_counting',
    'metering.event_sinks',
    'metering.month_deletions',
    'metering.usage_summing',
    'platform.idempotency_keys',
    'platform.migrations',
    'platform.processed',
    'platform.secret_keys',
  ],
};

/** Tables whose rows belong to a row of an organization, and would get its `organization_id`. */
const WITHOUT_ORGANIZATION = [
  'connectors.prices',
  'metering.credits',
  'metering.customer_meter_rankings',
  'metering.distinct_values',
  'metering.merged_windows',
  'metering.usage_buckets',
  'webhooks.skipping',
  'webhooks.unreachable',
];

/** Unique keys that begin with another column, by the reason. */
const OTHER_KEYS = {
  /**
   * Ids are random, so with the organization in front these keys would refuse the same rows. They stay as they are because rows are read by their
   * id alone: contract queries, what a token, a link or an event names, and the locks of group commits.
   */
  'rows are read by their id': [
    'catalog.benefits(id)',
    'catalog.custom_fields(id)',
    'catalog.files(id)',
    'catalog.prices(id)',
    'catalog.products(id)',
    'connectors.connectors(id)',
    'connectors.events(id)',
    'connectors.subjects(id)',
    'connectors.undelivered_purchases(id)',
    'customer_portal.customers(id)',
    'customer_portal.email_changes(id)',
    'customer_portal.members(id)',
    'customer_portal.sessions(id)',
    'customer_portal.sign_in_codes(id)',
    'customer_portal.sign_ins(id)',
    'entitlements.benefit_grants(id)',
    'entitlements.disputes(id)',
    'entitlements.orders(id)',
    'entitlements.refunds(id)',
    'entitlements.subscriptions(id)',
    'identity.email_domains(id)',
    'identity.openid_connections(id)',
    'identity.single_sign_on_attempts(id)',
    'identity.user_identities(id)',
    'metering.backfills(id)',
    'metering.crediting_grants(id)',
    'metering.customer_meters(id)',
    'metering.event_types(id)',
    'metering.meters(id)',
    'metering.subjects(id)',
    'metrics.dashboards(id)',
    'notes.notes(id)',
    'organizations.saved_views(id)',
    'platform.failed_events(id)',
    'releases.artifacts(id)',
    'releases.download_tokens(id)',
    'releases.releases(id)',
    'webhooks.attempts(id)',
    'webhooks.endpoints(id)',
    'webhooks.events(id)',
  ],
  /** They begin with the id of a row that has an organization, whose rows are read together. */
  'rows are read by that of which they are a part': [
    'catalog.download_totals(benefit_id)',
    'catalog.downloads(benefit_id)',
    'connectors.events(connector_id)',
    'connectors.subjects(connector_id)',
    'identity.user_identities(connection_id)',
    'metering.balances(subject_id)',
    'metering.customer_meters(subject_id)',
    'platform.failed_events(event_id)',
    'webhooks.deliveries(event_id)',
  ],
  /** Whoever shows the secret does not say whose it is. */
  'the digest of a secret leads to the organization': [
    'customer_portal.email_changes(digest)',
    'customer_portal.sessions(digest)',
    'identity.single_sign_on_attempts(state_digest)',
  ],
  /** An e-mail domain belongs to one organization, which is found by it when somebody signs in. */
  'the name leads to the organization': ['identity.email_domains(name)'],
  /** All organizations share the sequence: readers follow it, and a number is stored once. */
  'positions in one sequence': [
    'organizations.test_clocks(revision)',
    'platform.outbox(id)',
    'webhooks.events(source_id)',
    'webhooks.pending_events(source_id)',
  ],
};

interface Table {
  readonly name: string;
  /** Null if it has no such column. */
  readonly requiresOrganization: boolean | null;
  /** The first column of each unique key. */
  readonly keys: readonly string[];
}

const TABLES = `
  select n.nspname || '.' || t.relname as name, o.attnotnull as "requiresOrganization",
    array(select coalesce(c.attname, '(expression)')::text from pg_index i
      left join pg_attribute c on c.attrelid = t.oid and c.attnum = i.indkey[0] and c.attnum > 0
      where i.indrelid = t.oid and i.indisunique order by 1) as keys
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  left join pg_attribute o on o.attrelid = t.oid and o.attname = 'organization_id' and not o.attisdropped
  where t.relkind in ('r', 'p') and not t.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'bullmq')
  order by 1`;

let database: TestDatabase;
let tables: Table[];
beforeAll(async () => {
  database = await freshDatabase();
  tables = await queryAt<Table>(database.url, TABLES);
});
afterAll(() => database.drop());

const isShared = ({ name }: Table): boolean => Object.values(SHARED).flat().includes(name);

test('every table says of each row which organization it belongs to', () => {
  const others = tables.filter((table) => !isShared(table) && table.requiresOrganization !== true);
  expect(others.map(({ name }) => name)).toEqual(WITHOUT_ORGANIZATION);
  const names = new Set(tables.map(({ name }) => name));
  expect(
    Object.values(SHARED)
      .flat()
      .filter((name) => !names.has(name)),
  ).toEqual([]);
});

test('the unique keys of a table of organizations begin with the organization, but for those that are known', () => {
  const others = tables
    .filter(({ requiresOrganization }) => requiresOrganization)
    .flatMap(({ name, keys }) => keys.filter((column) => column !== 'organization_id').map((column) => `${name}(${column})`));
  expect(others.sort()).toEqual(Object.values(OTHER_KEYS).flat().sort());
});
