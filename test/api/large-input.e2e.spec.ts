import { randomUUID } from 'node:crypto';
import { newToken } from '#engine/secrets';
import { NO_KEY_LIMITS, NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract, isOfOpenId } from '../support/contract.ts';
import { type MeteringFixture, openMeteringFixture } from '../support/metering-fixture.ts';

const MIB = 1024 * 1024;
const long = (unit: string, length = MIB - 1024): string => unit.repeat(length / unit.length);

let fixture: MeteringFixture;
let customerId: string;
let meterId: string;
beforeAll(async () => {
  fixture = await openMeteringFixture();
  customerId = (await fixture.customer()).id;
  meterId = (await fixture.meter({ func: 'count' })).id;
});
afterAll(() => fixture.close());

const cost = (amount: unknown) => {
  const event = { name: 'call', customer_id: customerId, metadata: { _cost: { amount, currency: 'usd' } } };
  return fixture.seller('POST', '/v1/events/ingest', { events: [event] });
};

const price = (unit_amount: unknown) => {
  const metered = { amount_type: 'metered_unit', meter_id: meterId, unit_amount };
  return fixture.seller('POST', '/v1/products/', { name: 'Calls', recurring_interval: 'month', prices: [metered] });
};

const typesOf = ({ status, body }: { status: number; body: { detail?: { loc: string[]; type: string }[] } }) => [
  status,
  ...(body.detail ?? []).map(({ loc, type }) => `${loc.at(-1)} ${type}`),
];

describe('a decimal', () => {
  const DECIMALS = [
    '0',
    '7',
    '12345',
    '.5',
    '5.',
    '+1.5',
    '0.123456789012',
    '12345.123456789012',
    '0007.5000',
    long('0', 98) + '1',
  ];
  const OTHERS = ['', '+', '.', '1e3', '1,5', ' 1', '123456', '0.1234567890123', '1.2.3', '--1', long('0', 100) + '1'];
  const LONG = ['0', '1', '9', '.', '0.', '00000.0'].flatMap((unit) => [long(unit), `1${long(unit)}`, `0.${long(unit)}1`]);

  test.each(DECIMALS)('accepts up to 17 digits with surrounding zeros: %s', async (decimal) => {
    expect((await cost(decimal)).status).toBe(200);
    expect((await cost(`-${decimal.replace('+', '')}`)).status).toBe(200);
    expect((await price(decimal)).status).toBe(Number(decimal) > 0 ? 201 : 422);
  });

  test('accepts decimal notation of at most 100 characters', async () => {
    for (const other of [...OTHERS, ...LONG]) {
      expect(typesOf(await cost(other))).toEqual([422, 'amount decimal_parsing']);
      expect(typesOf(await price(other))).toEqual([422, 'unit_amount decimal_parsing']);
    }
  });

  test('is documented with the accepted pattern', async () => {
    const { CostMetadata, ProductPriceMeteredUnitCreate } = Contract.of(fixture.api).document.components.schemas;
    type Decimal = { readonly anyOf: readonly { readonly pattern: string; readonly maxLength: number }[] };
    const amounts = [CostMetadata!, ProductPriceMeteredUnitCreate!].map(({ properties }) => {
      const { amount, unit_amount } = properties as { readonly amount?: Decimal; readonly unit_amount: Decimal };
      return (amount ?? unit_amount).anyOf.at(-1)!;
    });
    for (const { pattern, maxLength } of amounts) {
      const takes = (text: string) => text.length <= maxLength && new RegExp(pattern, 'u').test(text);
      expect(DECIMALS.filter((decimal) => !takes(decimal))).toEqual([]);
      expect([...OTHERS, ...LONG].filter(takes)).toEqual([]);
    }
  });
});

/** As many repetitions, separated by commas, as fit into this many bytes. */
const many = (bytes: number, element: object | number | string | null): string => {
  const text = JSON.stringify(element);
  return Array(Math.floor(bytes / (text.length + 1)))
    .fill(text)
    .join();
};

describe('a large request with errors everywhere gets a small response', () => {
  const LIMIT = 10 * MIB - 1024;
  const outsider = randomUUID();

  test.each([
    ['events that are none', many(600_000, 0), 100],
    ['more events that are none', many(LIMIT, 0), 1],
    ['empty events', many(900_000, {}), 100],
    ['more empty events', many(LIMIT, {}), 1],
    ['events of foreign customers', many(LIMIT, { name: 'a', customer_id: outsider }), 100],
    ['events of a wrong organization', many(LIMIT, { name: 'a', customer_id: outsider, organization_id: outsider }), 100],
    ['metadata of long names', many(LIMIT, { name: 'a', customer_id: outsider, metadata: { [long('k', 20_000)]: {} } }), 100],
  ])('%s', async (_what, events, problems) => {
    const answer = await fixture.seller('POST', '/v1/events/ingest', `{"events":[${events}]}`);
    expect([answer.status, answer.body.detail.length]).toEqual([422, problems]);
    expect(answer.text.length).toBeLessThan(70_000);
  });

  test('one name as long as the request', async () => {
    const event = { name: 'a', customer_id: outsider, metadata: { [long('k', LIMIT - 1024)]: {} } };
    const answer = await fixture.seller('POST', '/v1/events/ingest', { events: [event] });
    expect(typesOf(answer)).toEqual([422, expect.stringMatching(/ json_invalid$/)]);
    expect(answer.text.length).toBeLessThan(2500);
  });

  const unknown = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`x${index}`, 1]));

  test.each([
    ['scopes', 'POST', '/v1/personal-access-tokens/', `{"comment":"Many","scopes":[${many(MIB - 1024, 'no:scope')}]}`],
    ['scopes that are none', 'POST', '/v1/personal-access-tokens/', `{"comment":"Many","scopes":[${many(MIB - 1024, [{}])}]}`],
    ['nested metadata', 'POST', '/v1/benefits/', `{"type":"custom","metadata":{"key":[${many(MIB - 1024, { a: [{}] })}]}}`],
    ['fields that are none', 'PATCH', `/v1/subscriptions/${outsider}`, JSON.stringify({ revoke: true, ...unknown })],
  ] as const)('%s', async (_what, method, url, body) => {
    const answer = await callAs(fixture.api, fixture.ours.pat)(method, url, body);
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(70_000);
  });
});

describe('more than 16 KiB is read only for a known token', () => {
  const INGEST = '/v1/events/ingest';
  const UNREADABLE = '{'.repeat(10 * MIB);
  const small = { events: [] };
  const comparable = ({
    status,
    body,
    headers: { date: _date, 'x-request-id': _id, connection: _connection, ...headers },
  }: Answer) => ({
    status,
    body,
    headers,
  });

  test.each([
    ['nothing', {}],
    ['a lone Bearer', { authorization: 'Bearer' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['nonsense', { authorization: 'Bearer nonsense' }],
    ['a token with a typing error', { authorization: `Bearer ${newToken('oat').slice(0, -1)}!` }],
    ['an unknown token', { authorization: `Bearer ${newToken('oat')}` }],
    ['an unknown session', { authorization: `Bearer ${newToken('cst')}` }],
  ])('%s gets the usual response, and the body is not read', async (_what, credential) => {
    const outsider = callAs(fixture.api);
    const elsewhere = await outsider('POST', '/v1/meters/', small, credential);
    expect([elsewhere.status, elsewhere.headers['connection']]).toEqual([401, 'keep-alive']);
    expect(comparable(await outsider('POST', INGEST, small, credential))).toEqual(comparable(elsewhere));
    for (const [url, body] of [
      [INGEST, UNREADABLE],
      [INGEST, `${UNREADABLE} `],
      ['/v1/meters/', '{'.repeat(MIB)],
      ['/v1/meters/', '{'.repeat(MIB / 4 + 1)],
      ['/v1/customer-portal/customers/me', '{'.repeat(MIB)],
    ] as const) {
      const method = url.endsWith('/me') ? 'PATCH' : 'POST';
      const answer = await outsider(method, url, body, credential);
      expect(comparable(answer)).toEqual(comparable(await outsider(method, url, small, credential)));
      expect(answer.headers['connection']).toBe('close');
    }
  });

  test('a session is known, but not accepted where sellers are expected', async () => {
    const { token } = (await fixture.seller('POST', '/v1/customer-sessions/', { customer_id: customerId })).body;
    const customer = callAs(fixture.api, token);
    const answer = await customer('POST', INGEST, UNREADABLE);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Bearer realm="latchkey", error="invalid_token", error_description="The operation does not accept /),
    ]);
    expect(comparable(answer)).toEqual(comparable(await customer('POST', INGEST, small)));
  });

  test('a small body is parsed before its token is looked up', async () => {
    const outsider = callAs(fixture.api, newToken('oat'));
    expect((await outsider('POST', INGEST, '{')).status).toBe(422);
    expect((await outsider('POST', '/v1/meters/', '{'.repeat(16 * 1024))).status).toBe(422);
    expect((await outsider('POST', '/v1/meters/', '{'.repeat(16 * 1024 + 1))).status).toBe(401);
    expect(comparable(await outsider('POST', INGEST, small))).toEqual(comparable(await outsider('POST', '/v1/meters/', small)));
    expect((await callAs(fixture.api, newToken('cst'))('POST', INGEST, small)).status).toBe(401);
  });

  test('a known token may send more, up to the limit of the operation', async () => {
    expect((await fixture.seller('POST', INGEST, UNREADABLE)).status).toBe(422);
    expect((await fixture.seller('POST', INGEST, `${UNREADABLE} `)).status).toBe(413);
    expect((await fixture.seller('POST', '/v1/meters/', '{'.repeat(MIB))).status).toBe(422);
    expect((await fixture.seller('POST', '/v1/meters/', '{'.repeat(MIB + 1))).status).toBe(413);
    expect((await fixture.seller('POST', INGEST, small)).status).toBe(200);
  });

  test('a public operation accepts at most 256 KiB, whatever token is sent', async () => {
    const url = '/v1/customer-portal/license-keys/validate';
    for (const ask of [callAs(fixture.api), fixture.seller]) {
      expect((await ask('POST', url, '{'.repeat(MIB / 4))).status).toBe(422);
      expect((await ask('POST', url, '{'.repeat(MIB / 4 + 1))).status).toBe(413);
    }
  });
});

/** The address of a webhook decides how much is read of it. */
const KNOWN_BY_ADDRESS = new Set(['POST /v1/connectors/{id}/webhook', 'PUT /v1/files/{id}/parts/{n}']);

/** An API that refuses any number of long bodies of a network. */
async function unlimited(): Promise<TestApi & AsyncDisposable> {
  const api = await startApi({ ...NO_KEY_LIMITS, ...NO_SIGN_IN_LIMITS });
  return { ...api, [Symbol.asyncDispose]: api.close };
}

test('no operation reads more than 256 KiB without a valid token, those of the OpenID provider included', async () => {
  await using api = await unlimited();
  const { operations } = Contract.of(api);
  const taking = [...operations].filter(([name, { requestBody }]) => requestBody && !KNOWN_BY_ADDRESS.has(name));
  expect(taking.length).toBeGreaterThan(100);
  // Whoever reads it answers that it cannot be read. The OpenID provider says so of what it does not read: it gets what can be read, and
  // a large body of JSON has a type by which it is refused before.
  const unreadable = '{'.repeat(MIB / 4 + 1);
  const readable = {
    'application/json': JSON.stringify({ a: unreadable }),
    'application/x-www-form-urlencoded': `a=${unreadable}`,
  };
  const bodyFor = (name: string, type: string): string =>
    isOfOpenId(name) ? readable[type as keyof typeof readable] : unreadable;
  const isUnread = ({ status, body }: Answer): boolean =>
    [401, 413].includes(status) || /^(failed to parse the request body$|only application\/json )/.test(body.error_description);
  const read = new Set<string>();
  for (const [name, { requestBody }] of taking) {
    const [method, template] = name.split(' ') as [Method, string];
    const url = template.replace(/\{[^}]*\}/g, randomUUID());
    for (const type of Object.keys((requestBody as { content: object }).content)) {
      for (const authorization of [undefined, `Bearer ${newToken('oat')}`]) {
        const headers = { 'content-type': type, ...(authorization && { authorization }) };
        const answer = await callAs(api)(method, url, bodyFor(name, type), headers);
        if (!isUnread(answer)) read.add(`${name} ${type}: ${answer.status} ${answer.text}`);
      }
    }
  }
  expect([...read]).toEqual([]);
});

test.each(['1', 'P1', 'P1Y', '1.', 'PT1H'])('rejects 1 MiB of %s as a duration', async (unit) => {
  const token = { comment: 'Long', scopes: [], expires_in: `P${long(unit)}D` };
  const owner = callAs(fixture.api, fixture.ours.pat);
  expect(typesOf(await owner('POST', '/v1/organization-access-tokens/', token))).toEqual([422, 'expires_in time_delta_parsing']);
});

test.each([
  ['a quote that is not closed', `"${long('a')}`],
  ['a quote that something follows', `"${long('""')}"x`],
  ['quotes and nothing else', long('"', MIB - 1023)],
  ['one long name', long('a')],
  ['names and no lines', long('email,')],
  ['blank lines', long('\n', MIB - 1023)],
])('rejects 1 MiB of %s as a list of seats', async (_what, text) => {
  const answer = await fixture.seller('POST', '/v1/customer-seats/bulk', text, { 'content-type': 'text/csv' });
  expect(typesOf(answer)).toEqual([422, 'body value_error']);
});
