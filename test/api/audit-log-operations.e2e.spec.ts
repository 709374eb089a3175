import { hash } from 'node:crypto';
import pg from 'pg';
import { auditedProperties } from '../../libs/platform/src/persistence/audited.ts';
import { TextRecords } from '../../libs/identity/src/domain/text-records.ts';
import { FIRED_EVENT_TYPES } from '#webhooks/contract';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { Contract, isOfOpenId } from '../support/contract.ts';
import { CONNECTOR_SECRET } from '../support/connectors/stripe-events.ts';
import { takeLog } from '../support/logged-secrets.ts';
import { NOTED_FIELDS } from '../support/noted-fields.ts';
import { ownRequest, seedFixturesFor } from '../support/examples/index.ts';
import { unexplained } from './untold-operations.ts';

/** Seeding fixtures takes a while on a busy machine. */
import.meta.jest.setTimeout(240_000);

/** Operations that leave no entry, with the reason. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  'PATCH /v1/customer-portal/benefit-grants/{id}': 'it changes nothing',
  'POST /v1/connectors/{id}/webhook': 'the connector stores each event; what becomes of it is in the log',
  'POST /v1/customer-portal/customer-session/request': 'it changes nothing, and anybody can do it',
  'POST /v1/customer-meters/{id}/reservations': 'services do it very often',
  'POST /v1/customer-meters/{id}/reservations/{reservation_id}/commit': 'services do it very often',
  'POST /v1/customer-meters/{id}/reservations/{reservation_id}/release': 'services do it very often',
  'POST /v1/customer-portal/license-keys/activate': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/deactivate': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/heartbeat': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/lease': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/reservations': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/reservations/{id}/commit': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/reservations/{id}/release': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/validate': 'applications do it very often',
  'POST /v1/events/ingest': 'usage events are a log of their own',
  'POST /v1/license-keys/activate': 'applications do it very often',
  'POST /v1/license-keys/deactivate': 'applications do it very often',
  'POST /v1/license-keys/explain': 'it changes nothing',
  'POST /v1/license-keys/validate': 'applications do it very often',
  'POST /v1/users/me/passkeys/options': 'it changes nothing that lasts',
  'POST /v1/users/me/second-factor': 'it changes nothing until it is confirmed',
  'POST /v1/users/sign-in/passkey-options': 'it changes nothing that lasts, and anybody can do it',
  'POST /v1/users/sign-in/request': 'it changes nothing, and anybody can do it',
  'POST /v1/users/sign-in/single-sign-on': 'it changes nothing that lasts, and anybody can do it',
  'PUT /v1/files/{id}/parts/{n}': 'it sends bytes of a file; the completed file is in the log',
};

/** Single sign-on ends here. */
const SINGLE_SIGN_ON = 'POST /v1/users/sign-in/single-sign-on/authenticate';

const ADDRESS = { line1: null, line2: null, postal_code: null, city: null, state: null, country: 'DE' };
const WITHOUT_INVOICE = `update entitlements.orders set invoice = null, billing_name = 'Ada', billing_address = '${JSON.stringify(ADDRESS)}'`;

/** What makes the example of an operation change something. */
const PREPARED: Readonly<Record<string, { readonly sql?: string; readonly body?: object }>> = {
  'POST /v1/orders/{id}/invoice': { sql: WITHOUT_INVOICE },
  'POST /v1/customer-portal/orders/{id}/invoice': { sql: WITHOUT_INVOICE },
  'POST /v1/customer-seats/release-expired': { sql: 'update seats.seats set invitation_token_expires_at = now()' },
  'POST /v1/products/{id}/benefits': { body: { benefits: [] } },
  'POST /v1/organizations/{id}/single-sign-on/domains/{domain_id}/verify': {
    sql: 'update identity.email_domains set verified_at = null',
  },
};

/** A sandbox has operations of its own. */
const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = await Contract.of(api);
const database = new pg.Pool({ connectionString: api.databaseUrl, max: 1 });
/** Every domain has the record that proves it. */
api.app.get<{ of: TextRecords['of'] }>(TextRecords).of = async (domain) => {
  const { rows } = await database.query('select txt_record from identity.email_domains where name = $1', [domain]);
  return rows.map(({ txt_record }) => txt_record);
};
afterAll(async () => {
  await database.end();
  await api.close();
});

const operations = [...contract.operations.keys()].filter((name) => !name.startsWith('GET ') && !isOfOpenId(name));
const audited = operations.filter((name) => !(name in NOT_AUDITED));

const SECRET_FIELDS = new Set(['key', 'token', 'secret', 'invitation_token', 'code', 'customer_portal_url', 'refresh_token']);

/** The texts of fields that have secrets, wherever they are. */
function secretsIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string')
    return SECRET_FIELDS.has(field) ? [new URLSearchParams(value.split('?')[1]).get('token') ?? value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => secretsIn(each, Array.isArray(value) ? field : name));
}

/** The fields that mappings say, by the types of resources. */
const mapped = new Map(auditedProperties().map(({ type, fields }) => [type, fields.map(({ name }) => name)]));

/** Every secret that the requests and responses of this suite have had, by the operation. */
const secrets = new Map<string, string>();

const KINDS: ReadonlySet<string> = new Set(FIRED_EVENT_TYPES);
/** The events that each operation has published. */
const published = new Map<string, readonly string[]>();

async function send(operation: string) {
  const fixtures = await seedFixturesFor(api, operation);
  const { method, url, body: example, headers, token } = ownRequest(contract, operation, fixtures);
  const { sql, body = example } = PREPARED[operation] ?? {};
  if (sql) await database.query(sql);
  await database.query('truncate platform.audit_log, platform.outbox cascade');
  const requestId = `audit-${operations.indexOf(operation)}`;
  const answer = await callAs(api, token)(method, url, body, { ...headers, 'x-request-id': requestId });
  expect([operation, answer.status < 300 ? '' : answer.text]).toEqual([operation, '']);
  const { rows: events } = await database.query<{ name: string }>('select name from platform.outbox order by id');
  published.set(
    operation,
    events.map(({ name }) => name),
  );
  const { seller, sessions, key, invitation_token } = fixtures;
  const known = [
    seller.oat,
    seller.pat,
    seller.user_session,
    ...Object.values(sessions ?? {}),
    key,
    invitation_token,
    CONNECTOR_SECRET,
  ];
  for (const secret of [...known, ...secretsIn(body), ...secretsIn(answer.body)]) if (secret) secrets.set(secret, operation);
  const { rows } = await database.query('select * from platform.audit_log order by created_at');
  const text = JSON.stringify(rows);
  expect([...secrets].filter(([secret]) => text.includes(secret))).toEqual([]);
  return { rows, requestId, fixtures };
}

test('the exceptions are operations', () => {
  expect(Object.keys(NOT_AUDITED).filter((name) => !operations.includes(name))).toEqual([]);
});

test.each(audited)('%s is in the audit log', async (operation) => {
  const { rows, requestId, fixtures } = await send(operation);
  expect(rows.length).toBeGreaterThan(0);
  const noted = rows.flatMap(({ resource_type: type, changes }) => {
    const known = NOTED_FIELDS[type] && [...NOTED_FIELDS[type], ...(mapped.get(type) ?? [])];
    return known ? Object.keys(changes ?? {}).filter((field) => !known.includes(field)) : [];
  });
  expect(noted).toEqual([]);
  // Whoever signs in is known when the session begins.
  const isSignIn = operation.startsWith('POST /v1/users/sign-in/');
  const isPublic = !isSignIn && (contract.operations.get(operation)!.security ?? []).length === 0;
  const anonymous = { actor_type: 'anonymous', actor_id: null, credential_id: null };
  const known = { actor_type: expect.stringMatching(/^(organization|user|customer|member)$/), credential_id: expect.any(String) };
  // Somebody whom a provider has recognized may join before the session begins.
  const isSession = ({ resource_type }: { readonly resource_type: string }) => resource_type === 'user_session';
  const joined = operation === SINGLE_SIGN_ON ? rows.filter((row) => !isSession(row)) : [];
  for (const row of rows) {
    expect(row).toMatchObject({
      ...(isPublic ? anonymous : known),
      ...(joined.includes(row) ? { credential_id: null } : {}),
      operation: operation.replace(/\/$/, ''),
      request_id: requestId,
      address: '127.0.0.1',
    });
  }
  const isOfNew = ['POST /v1/organizations/', 'POST /v1/users/me/invitations/{id}/accept'].includes(operation);
  expect(isOfNew || rows.some((row) => row.organization_id === fixtures.organization_id)).toBe(true);
});

test.each(Object.keys(NOT_AUDITED))('%s is not', async (operation) => {
  expect((await send(operation)).rows).toEqual([]);
});

test('each operation publishes an event that is told, or says why not', () => {
  const isTold = (operation: string): boolean => published.get(operation)!.some((name) => KINDS.has(name));
  expect(unexplained(operations, isTold)).toEqual([]);
  const silent = 'POST /v1/things/';
  const settings = 'POST /v1/connectors/';
  const planted = (operation: string): boolean => operation === settings || (operation !== silent && isTold(operation));
  expect(unexplained([...operations, silent], planted)).toEqual([
    `publish an event of ${silent}, or say why not`,
    `remove ${settings} from untold-operations.ts`,
  ]);
});

test('the suite has seen secrets of every kind', () => {
  const kinds = [...new Set([...secrets.keys()].map((secret) => /^(latchkey_\w{3}|whsec|[A-Z]+)/.exec(secret)?.[1] ?? 'other'))];
  expect(kinds).toEqual(
    expect.arrayContaining(['latchkey_oat', 'latchkey_pat', 'latchkey_cst', 'latchkey_mst', 'whsec', 'other']),
  );
  expect(secrets.size).toBeGreaterThan(300);
});

/** Every row of every table as text, bytes as hexadecimal digits. */
async function copyOfDatabase(): Promise<string> {
  const { rows: tables } = await database.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query(`select string_agg(each::text, E'\\n') as rows from ${name} each`);
    texts.push(rows[0].rows ?? '');
  }
  return texts.join('\n');
}

test('a copy of the database, with its events and jobs, has none of these secrets, nor a digest without a key', async () => {
  const text = await copyOfDatabase();
  /** Ids and times contain digits and short texts by chance. */
  const long = [...secrets.keys()].filter((secret) => secret.length >= 16);
  expect([long.length > 300, text.includes('@example.com')]).toEqual([true, true]);
  const formsOf = (secret: string): string[] => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=*$/, '').slice(0, -1),
    ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) => hash(algorithm, secret, encoding)),
    ),
  ];
  const found = long.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
  expect(found.map((secret) => `${secrets.get(secret)}: ${secret}`)).toEqual([]);
});

test('no log of these operations has one of them', () => {
  const log = JSON.stringify(takeLog());
  expect(log).toContain('POST /v1/license-keys');
  expect([...secrets.keys()].filter((secret) => secret.length >= 16 && log.includes(secret))).toEqual([]);
});
