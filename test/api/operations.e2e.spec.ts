import { hash, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Role } from '#platform/auth';
import { SENT_EVENT_TYPES } from '#webhooks/contract';
import { auditedProperties } from '../../libs/engine/src/persistence/audited.ts';
import { TextRecords } from '../../libs/identity/src/domain/email-domain.ts';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { CONNECTOR_SECRET } from '../support/connectors/stripe-events.ts';
import { databaseWrites } from '../support/database-writes.ts';
import {
  askedWith,
  callerOf,
  type Credential,
  type DescribedOperation,
  operationsOf,
  rolesAsking,
  scopesWith,
  tokenWith,
} from '../support/described-operations.ts';
import { takeLog } from '../support/logged-secrets.ts';
import { EXAMPLES, outcomeOf, seedFixturesFor } from '../support/examples/index.ts';
import type { SeededFixtures } from '../support/fixtures.ts';
import { NOTED_FIELDS } from '../support/noted-fields.ts';
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
  'POST /v1/customer-portal/license-keys/sign-in': 'it changes nothing that lasts, and anybody can do it',
  'POST /v1/customer-portal/license-keys/sign-in/keys': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/reservations': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/reservations/{id}/commit': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/reservations/{id}/release': 'applications do it very often',
  'POST /v1/customer-portal/license-keys/validate': 'applications do it very often',
  'POST /v1/events/ingest': 'usage events are a log of their own',
  'POST /v1/bulk/license-keys/preview': 'it changes nothing',
  'POST /v1/organizations/{id}/alerts/{kind}/test': 'it changes nothing',
  'POST /v1/license-keys/activate': 'applications do it very often',
  'POST /v1/organizations/{id}/mail-texts/preview': 'it changes nothing',
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
  'DELETE /v1/organizations/{id}/alerts/{kind}': {
    sql: `insert into organizations.alert_rules (organization_id, kind, is_enabled, roles, modified_at)
      select id, 'disputes', true, '{owner}', now() from organizations.organizations on conflict do nothing`,
  },
  'DELETE /v1/organizations/{id}/mail-texts/{mail}/{language}': {
    sql: `insert into organizations.mail_texts (organization_id, mail, language, subject, body, modified_at)
      select id, 'license_key', 'en', 'Your license key', '{{key}}', now() from organizations.organizations on conflict do nothing`,
  },
  'POST /v1/products/{id}/benefits': { body: { benefits: [] } },
  'POST /v1/organizations/{id}/single-sign-on/domains/{domain_id}/verify': {
    sql: 'update identity.email_domains set verified_at = null',
  },
};

/** A sandbox has operations of its own. */
const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
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

const operations = operationsOf(contract).filter(({ method }) => method !== 'GET');
const names = operations.map(({ name }) => name);

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

const KINDS: ReadonlySet<string> = new Set(SENT_EVENT_TYPES);
/** The events that each operation has published. */
const published = new Map<string, readonly string[]>();

const IDEMPOTENCY_KEY = 'Idempotency-Key';
const isIdempotent = (operation: string): boolean =>
  contract.operations.get(operation)!.parameters?.some(({ name }) => name === IDEMPOTENCY_KEY) ?? false;

/** Operations that are one change: their response is stored in its transaction, so that there is no change without it. */
const ONE_CHANGE = new Set(
  ['activate', 'deactivate', 'validate', 'heartbeat'].flatMap((verb) => [
    `POST /v1/license-keys/${verb}`,
    `POST /v1/customer-portal/license-keys/${verb}`,
  ]),
);

/** What an operation did that was asked once, with fixtures of its own. */
interface Walked {
  readonly fixtures: SeededFixtures;
  readonly answer: Answer;
  /** The rows of the audit log. */
  readonly rows: readonly pg.QueryResultRow[];
  readonly requestId: string;
  /** Sends the request again; `change` adds fields to the body. */
  repeat(query?: string): Promise<Answer>;
  /** Sends it as another user with this role. */
  askAs(role: Role): Promise<Answer>;
}

async function walk(operation: DescribedOperation, credential: Credential): Promise<Walked> {
  const { name, method } = operation;
  const [kind, scope] = credential;
  const fixtures = await seedFixturesFor(api, name);
  const [least] = kind === 'pat' ? rolesAsking(operation) : [];
  const token = await (least && scope !== 'none'
    ? fixtures.seller.tokenAs(least, scopesWith(scope))
    : tokenWith(api, credential, fixtures, name));
  const { url, body: example, headers } = EXAMPLES[name]!.request(fixtures, callerOf(credential, fixtures));
  const { sql, body = example } = PREPARED[name] ?? {};
  if (sql) await database.query(sql);
  await database.query('delete from platform.audit_log; delete from platform.idempotency_keys; delete from platform.outbox');
  const requestId = `audit-${names.indexOf(name)}`;
  const sent = {
    ...headers,
    'x-request-id': requestId,
    ...(isIdempotent(name) ? { [IDEMPOTENCY_KEY]: randomUUID() } : {}),
  };
  const repeat = (query = ''): Promise<Answer> => callAs(api, token)(method, `${url}${query}`, body, sent);
  const answer = await repeat();
  /** What the service writes by itself meanwhile, of requests before this one, has another request or none. */
  const { rows: events } = await database.query<{ name: string }>(
    'select name from platform.outbox where request_id = $1 order by id',
    [requestId],
  );
  published.set(
    name,
    events.map(({ name: event }) => event),
  );
  const { seller, sessions, key, invitation_token } = fixtures;
  const known = [
    token,
    seller.oat,
    seller.pat,
    seller.user_session,
    ...Object.values(sessions ?? {}),
    key,
    invitation_token,
    CONNECTOR_SECRET,
  ];
  for (const secret of [...known, ...secretsIn(body), ...secretsIn(answer.body)]) if (secret) secrets.set(secret, name);
  const { rows } = await database.query('select * from platform.audit_log order by created_at');
  const askAs = async (role: Role): Promise<Answer> =>
    callAs(api, await fixtures.seller.tokenAs(role))(method, url, body, headers);
  return { fixtures, answer, rows, requestId, repeat, askAs };
}

test('the exceptions are operations', () => {
  expect(Object.keys(NOT_AUDITED).filter((name) => !names.includes(name))).toEqual([]);
});

test('the operations that create or count accept the header', () => {
  expect(names.filter(isIdempotent).length).toBeGreaterThan(25);
});

const asked = operations.flatMap((operation) =>
  askedWith(operation).map((credential) => ({ operation, credential, title: `${operation.name} with ${credential.join(', ')}` })),
);

describe.each(asked)('$title', ({ operation, credential }) => {
  const { name, success } = operation;
  let walked: Walked;
  beforeAll(async () => void (walked = await walk(operation, credential)));

  test('matches the document', () => {
    const { answer } = walked;
    expect([answer.status, contract.violations(name, answer)]).toEqual([success.at(-1), []]);
  });

  test('leaves no secret in the audit log', () => {
    const text = JSON.stringify(walked.rows);
    expect([...secrets.keys()].filter((secret) => text.includes(secret))).toEqual([]);
  });

  if (name in NOT_AUDITED) {
    test('is not in the audit log', () => {
      expect(walked.rows).toEqual([]);
    });
  } else {
    test('is in the audit log', () => {
      expect(walked.rows.length).toBeGreaterThan(0);
      expectAudited(name, walked);
      expectNoted(walked);
    });
  }

  if (isIdempotent(name)) {
    test('is done once for one key, whether or not the process could store the response', async () => {
      expect([walked.answer.text, isReplayed(walked.answer)]).toEqual([walked.answer.text, false]);
      await expectDoneOnce(name, walked);
    });
  }

  const [least, ...others] = credential[0] === 'pat' ? rolesAsking(operation) : [];
  if (least) {
    test(`is for ${[...others.toReversed(), least].join(', ')}`, async () => {
      expect([least, outcomeOf(walked.answer)]).toEqual([least, 'done']);
      for (const role of others) {
        const outcome = outcomeOf(await walked.askAs(role));
        expect([role, outcome, /^may not |only$/.test(outcome)]).toEqual([role, outcome, false]);
      }
    });
  }
});

function expectNoted({ rows }: Walked): void {
  const unknown = rows.flatMap(({ resource_type: type, changes }) => {
    const known = NOTED_FIELDS[type] && [...NOTED_FIELDS[type], ...(mapped.get(type) ?? [])];
    return known ? Object.keys(changes ?? {}).filter((field) => !known.includes(field)) : [];
  });
  expect(unknown).toEqual([]);
}

function expectAudited(operation: string, { rows, requestId, fixtures }: Walked): void {
  // Whoever signs in is known when the session begins.
  const isSignIn = operation.startsWith('POST /v1/users/sign-in/');
  const isPublic = !isSignIn && (contract.operations.get(operation)!.security ?? []).length === 0;
  const anonymous = { actor_type: 'anonymous', actor_id: null, credential_id: null };
  const known = { actor_type: expect.stringMatching(/^(organization|user|customer|member)$/), credential_id: expect.any(String) };
  // Somebody whom a provider has recognized may join before the session begins.
  const joined = operation === SINGLE_SIGN_ON ? rows.filter(({ resource_type }) => resource_type !== 'user_session') : [];
  for (const row of rows) {
    expect(row).toMatchObject({
      ...(isPublic ? anonymous : known),
      ...(joined.includes(row) ? { credential_id: null } : {}),
      operation: operation.replace(/\/$/, ''),
      request_id: requestId,
      address: '127.0.0.1',
    });
  }
  const ofNew = ['POST /v1/organizations/', 'POST /v1/organizations/{id}/sandboxes', 'POST /v1/users/me/invitations/{id}/accept'];
  const isOfNew = ofNew.includes(operation);
  expect(isOfNew || rows.some((row) => row['organization_id'] === fixtures.organization_id)).toBe(true);
}

const isReplayed = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true';

/** The body without what a response that is built again has anew: URLs of an upload, and the set of keys as it is signed now. */
const lasting = ({ body }: Answer): unknown =>
  body?.upload || body?.signed_keys ? { ...body, upload: undefined, signed_keys: undefined } : body;

/** What was written to tables other than that of the idempotency keys. */
const changes = async (): Promise<string[]> =>
  (await databaseWrites(api)).split('\n').filter((table) => table !== '' && !table.startsWith('platform.idempotency_keys'));

async function expectDoneOnce(operation: string, { answer: first, repeat }: Walked): Promise<void> {
  const after = await changes();

  const repeated = await repeat();
  expect([repeated.status, repeated.text, isReplayed(repeated)]).toEqual([first.status, first.text, true]);
  expect(contract.violations(operation, repeated)).toEqual([]);

  // What a process leaves that dies after the last commit and before the response.
  const { rowCount } = await database.query(
    `delete from platform.idempotency_keys where step = '' and (select count(*) > 1 from platform.idempotency_keys)`,
  );
  expect(rowCount).toBe(ONE_CHANGE.has(operation) ? 0 : 1);
  const rebuilt = await repeat();
  expect([rebuilt.status, lasting(rebuilt), isReplayed(rebuilt)]).toEqual([first.status, lasting(first), true]);

  const other = await repeat('?another=request');
  expect([other.status, other.body.detail[0].loc, other.body.detail[0].type]).toEqual([
    422,
    ['header', 'idempotency-key'],
    'idempotency_key_reused',
  ]);
  expect(contract.violations(operation, other)).toEqual([]);
  expect(await changes()).toEqual(after);
}

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

/** Ids and times contain digits and shorter texts by chance. */
const SHORTEST_SECRET = 16;

test('a copy of the database, with its events and jobs, has none of these secrets, nor a digest without a key', async () => {
  const text = await copyOfDatabase();
  const long = [...secrets.keys()].filter((secret) => secret.length >= SHORTEST_SECRET);
  expect([long.length > 300, text.includes('@example.com')]).toEqual([true, true]);
  const formsOf = (secret: string): string[] => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=*$/, '').slice(0, -1),
    ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) => hash(algorithm, secret, encoding)),
    ),
  ];
  // Each place is looked up by what stands there: looking for every form takes a minute.
  const forms = Map.groupBy(
    long.flatMap((secret) => formsOf(secret).map((form) => ({ form, secret }))),
    ({ form }) => form.slice(0, SHORTEST_SECRET),
  );
  const found = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    for (const { form, secret } of forms.get(text.slice(at, at + SHORTEST_SECRET)) ?? [])
      if (text.startsWith(form, at)) found.add(secret);
  }
  expect([...found].map((secret) => `${secrets.get(secret)}: ${secret}`)).toEqual([]);
});

test('no log of these operations has one of them', () => {
  const log = JSON.stringify(takeLog());
  expect(log).toContain('POST /v1/license-keys');
  expect([...secrets.keys()].filter((secret) => secret.length >= SHORTEST_SECRET && log.includes(secret))).toEqual([]);
});

test('each operation publishes an event that is told, or says why not', () => {
  const isTold = (operation: string): boolean => published.get(operation)!.some((name) => KINDS.has(name));
  expect(unexplained(names, isTold)).toEqual([]);
  const silent = 'POST /v1/things/';
  const settings = 'POST /v1/connectors/';
  const planted = (operation: string): boolean => operation === settings || (operation !== silent && isTold(operation));
  expect(unexplained([...names, silent], planted)).toEqual([
    `publish an event of ${silent}, or say why not`,
    `remove ${settings} from untold-operations.ts`,
  ]);
});
