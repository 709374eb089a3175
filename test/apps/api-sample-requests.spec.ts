import type { OpenAPIObject } from '@nestjs/swagger';
import { API_VERSIONS, FIRST_API_VERSION } from '#support/api-versions';
import { EXAMPLE_BODIES } from '../../apps/openapi/open-api-example-bodies.ts';
import { type Operation, operationsOf, schemasOf } from '../../apps/openapi/reference/operations.ts';
import {
  type JsonFields,
  type JsonValue,
  ORGANIZATION,
  sampleRequest,
} from '../../apps/openapi/reference/samples/sample-request.ts';
import { NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { askedWith, callerOf, operationsOf as describedIn, tokenWith } from '../support/described-operations.ts';
import { EXAMPLES, groupsOf } from '../support/examples/index.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';
import { totpOf } from '../support/seed-user.ts';

/** Seeding fixtures takes a while on a busy machine. */
import.meta.jest.setTimeout(240_000);

const BROWSER = 'it begins in a browser, or needs what a client got there; test/openid goes the whole way';
/** Samples that are not sent, with the reason. */
const NOT_SENT: Readonly<Record<string, string>> = {
  'oauth2.authorize': BROWSER,
  'oauth2.request_token': BROWSER,
  'oauth2.revoke_token': BROWSER,
  'oauth2.introspect_token': BROWSER,
  'oauth2.userinfo': BROWSER,
  'oauth2.get_client': BROWSER,
  'oauth2.update_client': BROWSER,
  'oauth2.delete_client': BROWSER,
};

/** What samples have in place of what only a reader has. */
const ID = '3f0b4b9a-6a1e-4c5e-8a51-0d3f4bb7a001';
const SECRETS = new Set(['key', 'token', 'code', 'request', 'deactivation']);
/** Other fields that are about somebody or something of the reader. */
const OF_THE_READER: Readonly<Record<string, readonly string[]>> = {
  'users.authenticate_user': ['email'],
  'users.begin_single_sign_on': ['email'],
  'organizations.save_open_id_connection': ['issuer', 'client_id', 'client_secret'],
  'customer_portal.license_keys.list_signed_in': ['device_code'],
  'files.uploaded': ['checksum_sha256_base64'],
  'files.upload': ['expires'],
  'custom_fields.update': ['type'],
  'license_key_pools.add_entries': ['entries'],
};

/** Samples that come before, whose answers have what the request is about, by its name. */
const BEFORE: Readonly<Record<string, readonly (readonly [id: string, name?: string])[]>> = {
  'refunds.create': [['orders.create', 'order_id']],
  'refunds.cancel': [['orders.create', 'order_id'], ['refunds.create']],
  'disputes.cancel': [['orders.create', 'order_id'], ['disputes.create']],
  'disputes.create': [['orders.create', 'order_id']],
  'customer_portal.license_keys.reserve': [['license_keys.update']],
  'customer_portal.license_keys.commit_reservation': [
    ['license_keys.update'],
    ['customer_portal.license_keys.reserve', 'reservation_id'],
  ],
  'events.void_all': [['events.ingest']],
  'events.unvoid_all': [['events.ingest'], ['events.void_all']],
  'customer_meters.reserve': [['customer_meters.credit']],
};

/** Its fixture is a recovery code. */
const SECOND_FACTOR = 'users.verify_second_factor';

const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
const described = new Map(describedIn(contract).map((each) => [each.name, each]));
const document = contract.document as unknown as OpenAPIObject;
const schemas = schemasOf(document);
const operations = new Map(
  operationsOf(document)
    .filter(({ isEvent }) => !isEvent)
    .map((operation) => [operation.id, operation]),
);
afterAll(() => api.close());

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

type Fields = Readonly<Record<string, unknown>>;

/** A value of a sample, with what the reader puts in place of IDs and secrets. */
function filled(
  value: JsonValue,
  known: unknown,
  at: { readonly id: string; readonly name: string; readonly fixtures: Fields },
): JsonValue {
  const { id, name, fixtures } = at;
  if (Array.isArray(value)) {
    const items = (known ?? []) as readonly unknown[];
    return value.map((each: JsonValue, index) => filled(each, items[index], at));
  }
  if (value !== null && typeof value === 'object') {
    const fields = (known ?? {}) as Fields;
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => [field, filled(each as JsonValue, fields[field], { ...at, name: field })]),
    );
  }
  const isPlaceholder = value === ID || value === ORGANIZATION || (typeof value === 'string' && /^[A-Z]+(_[A-Z]+)*$/.test(value));
  const isOfReader = isPlaceholder || SECRETS.has(name) || OF_THE_READER[id]?.includes(name);
  return isOfReader ? ((known ?? fixtures[name] ?? value) as JsonValue) : value;
}

/** Sends the sample of an operation about these fixtures, after those that come before. */
async function send(id: string, given: SeededFixtures): Promise<Answer> {
  const made: Record<string, string> = {};
  for (const [before, name] of BEFORE[id] ?? []) {
    const { status, text, body } = await sendAlone(before, { ...given, ...made });
    expect([before, status < 300, text]).toEqual([before, true, text]);
    if (name) made[name] = body.id;
  }
  return sendAlone(id, { ...given, ...made });
}

async function sendAlone(id: string, fixtures: SeededFixtures): Promise<Answer> {
  const operation = operations.get(id)!;
  const name = nameOf(operation);
  const sample = sampleRequest(operation, schemas, FIRST_API_VERSION);
  const example = EXAMPLES[name];
  // What is no part of the API proper has no fixtures: it is sent as it stands.
  if (!example) {
    const { pathname, search } = new URL(sample.url.replace('__BASE_URL__', 'http://localhost'));
    return callAs(api)(operation.method as Method, pathname + search, fieldsOf(sample.body));
  }
  const credentials = askedWith(described.get(name)!);
  const credential = credentials.find(([kind]) => kind === 'oat') ?? credentials[0]!;
  const { oat, pat } = fixtures.seller;
  // With all scopes: a token cannot give others more than it has.
  const token = { oat, pat }[credential[0]] ?? (await tokenWith(api, credential, fixtures, name));
  const request = example.request(fixtures, callerOf(credential, fixtures));
  const known =
    id === SECOND_FACTOR ? { ...request, body: { ...(request.body as object), code: totpOf(fixtures.totp_secret) } } : request;
  const [path, query] = known.url.split('?');
  const at = { id, name: '', fixtures: fixtures as unknown as Fields };
  const fields = filled(
    Object.fromEntries(new URLSearchParams(sample.url.split('?')[1])),
    Object.fromEntries(new URLSearchParams(query)),
    at,
  );
  const text = new URLSearchParams(fields as Record<string, string>).toString();
  const body = sample.body?.kind === 'file' ? known.body : sample.body ? filled(sample.body.fields, known.body, at) : undefined;
  const headers = filled(sample.headers as JsonFields, known.headers, at) as Record<string, string>;
  return callAs(api, token)(operation.method as Method, text === '' ? path! : `${path}?${text}`, body, {
    ...(sample.body?.kind === 'file' ? { 'content-type': sample.body.type } : {}),
    ...known.headers,
    ...headers,
  });
}

const fieldsOf = (body: ReturnType<typeof sampleRequest>['body']): JsonFields | undefined =>
  body && body.kind !== 'file' ? body.fields : undefined;

const groupsFor = (id: string) => {
  const names = [id, ...(BEFORE[id] ?? []).map(([before]) => before)].map((each) => nameOf(operations.get(each)!));
  return [...new Set(names.flatMap((name) => (EXAMPLES[name] ? groupsOf(name) : [])))];
};

test.each([...operations.keys()].filter((id) => !(id in NOT_SENT)))('the sample of %s works', async (id) => {
  const { status, text } = await send(id, await seedFixtures(api, groupsFor(id)));
  expect([status < 300, text]).toEqual([true, text]);
});

test('the tables name operations, and each example of a body is one of an operation that has one', () => {
  const named = [NOT_SENT, OF_THE_READER, BEFORE, EXAMPLE_BODIES].flatMap((table) => Object.keys(table));
  expect(named.filter((id) => !operations.has(id))).toEqual([]);
  expect(Object.keys(EXAMPLE_BODIES).filter((id) => operations.get(id)!.body?.type !== 'application/json')).toEqual([]);
});

test('a sample of a validation spends nothing, and none has a secret that others know', () => {
  const bodies = new Map(
    [...operations].map(([id, operation]) => [id, fieldsOf(sampleRequest(operation, schemas, API_VERSIONS.at(-1)!).body) ?? {}]),
  );
  for (const id of ['license_keys.validate', 'customer_portal.license_keys.validate'])
    expect(Object.keys(bodies.get(id)!)).toEqual(['key', 'organization_id']);
  expect(bodies.get('webhooks.create_endpoint')).not.toHaveProperty('secret');
});
