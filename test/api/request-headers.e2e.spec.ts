import { randomUUID } from 'node:crypto';
import { REQUEST_HEADERS, SessionProxy } from '#platform/http/composition';
import { isSecretName } from '#platform/wire/composition';
import { NO_KEY_LIMITS, NO_SIGN_IN_LIMITS, startApi } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { Contract, isOfOpenId } from '../support/contract.ts';
import { ownRequest, seedFixturesFor } from '../support/examples/index.ts';
import { seedFixtures } from '../support/fixtures.ts';
import { takeLog } from '../support/logged-secrets.ts';
import { bodiesWithSecrets } from '../support/secret-bodies.ts';

/** Seeding fixtures takes a while on a busy machine. */
import.meta.jest.setTimeout(240_000);

/** Looks through all headers for that of its provider. */
const READS_ALL = /^\/v1\/connectors\/[^/]+\/webhook$/;
/** What the HTTP server reads: how to end a connection, and versions that no route has. */
const OF_SERVER = new Set(['connection', 'accept-version']);
/** What the library that simulates requests makes itself. */
const OF_BODY = new Set(['content-length', 'transfer-encoding']);

/** The names of headers that are read from now on, with the first request of which they were. */
const reads = new Map<string, string>();
const { rewrite } = SessionProxy.prototype;
SessionProxy.prototype.rewrite = function (request) {
  if (READS_ALL.test(request.url!)) return rewrite.call(this, request);
  const note = (name: string | symbol): void => {
    if (typeof name === 'string' && !reads.has(name)) reads.set(name, `${request.method} ${request.url}`);
  };
  request.headers = new Proxy(request.headers, {
    get: (target, name) => (note(name), Reflect.get(target, name)),
    has: (target, name) => (note(name), Reflect.has(target, name)),
    getOwnPropertyDescriptor: (target, name) => (note(name), Reflect.getOwnPropertyDescriptor(target, name)),
    ownKeys: (target) => (note('all headers'), Reflect.ownKeys(target)),
  });
  return rewrite.call(this, request);
};

const api = await startApi({ ...NO_SIGN_IN_LIMITS, ...NO_KEY_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
const fixtures = await seedFixtures(api);
afterAll(async () => {
  SessionProxy.prototype.rewrite = rewrite;
  await api.close();
});

/** The names of the headers that the document has of an operation. */
const headersOf = (operation: string): string[] =>
  (contract.operations.get(operation)!.parameters ?? []).flatMap(({ $ref, ...own }) => {
    const shared = $ref === undefined ? own : contract.document.components.parameters[$ref.split('/').at(-1)!]!;
    return shared.in === 'header' ? [shared.name!] : [];
  });
const operations = [...contract.operations.keys()].filter((name) => !isOfOpenId(name));

test('operations read no header that the table of request headers does not have', async () => {
  let succeeded = 0;
  for (const operation of operations) {
    const own = operation.startsWith('GET ') ? fixtures : await seedFixturesFor(api, operation);
    const { method, url, body, headers, token } = ownRequest(contract, operation, own);
    const { status } = await callAs(api, token)(method, url, body, headers);
    if (status < 300) succeeded += 1;
  }
  // The rest are reads for which another session would be needed.
  expect(succeeded).toBeGreaterThan(operations.length - 10);
  expect([...reads].filter(([name]) => !(name in REQUEST_HEADERS) && !OF_SERVER.has(name))).toEqual([]);
  expect(reads.size).toBeGreaterThan(10);
});

describe('signed answers', () => {
  const SIGNED = [
    'POST /v1/license-keys/activate',
    'POST /v1/license-keys/validate',
    'POST /v1/customer-portal/license-keys/activate',
    'POST /v1/customer-portal/license-keys/validate',
    'POST /v1/customer-portal/license-keys/heartbeat',
    'POST /v1/customer-portal/license-keys/lease',
  ];
  /** Values with which an operation could succeed. */
  const VALUES: Readonly<Record<string, string>> = {
    authorization: 'Bearer unknown',
    'content-type': 'text/csv',
    'if-none-match': '*',
    'license-claim-email': 'other@example.com',
    'license-device-key': 'x'.repeat(43),
    'license-dry-run': '1',
    'polar-version': '2026-10',
    range: 'bytes=0-1',
  };
  const HEADERS = Object.keys(REQUEST_HEADERS).filter((name) => name !== 'idempotency-key' && !OF_BODY.has(name));

  const nonceOf = ({ headers }: Answer): string | undefined => /nonce="([^"]*)"/.exec(String(headers['signature-input']))?.[1];
  /** What an answer says, without what is another one each time. */
  const said = ({ status, text }: Answer): unknown => {
    const changing = /^(lease|lease_id|jti|usage|validations|.*_at|.*_until|refresh_after|.*nonce|signed_keys)$/;
    return [status, JSON.parse(text, (name, value: unknown) => (changing.test(name) ? null : value))];
  };

  test('are the operations whose answers can be', () => {
    const withNonce = operations.filter((operation) => headersOf(operation).includes('License-Nonce'));
    expect(withNonce.toSorted()).toEqual(SIGNED.toSorted());
  });

  /** The same request twice with one idempotency key, the second time with another value of a header, and a third time without a key. */
  async function changed(operation: string, header: string) {
    const own = await seedFixturesFor(api, operation);
    const { method, url, body, token } = ownRequest(contract, operation, own);
    // The same device has the same activation each time.
    const asked = { 'license-nonce': 'one', 'license-device': 'desktop' };
    const sendWith = (more: object) => callAs(api, token)(method, url, body, { ...asked, ...more });
    const value = header === 'polar-organization' ? own.organization_id : (VALUES[header] ?? 'other');
    const key = { 'idempotency-key': randomUUID() };
    const first = await sendWith(key);
    expect([first.status, nonceOf(first)]).toEqual([200, 'one']);
    return { first, again: await sendWith({ ...key, [header]: value }), anew: await sendWith({ [header]: value }) };
  }

  describe.each(SIGNED)('%s', (operation) => {
    const isDigested = (header: string): boolean => 'digest' in REQUEST_HEADERS[header]!;

    test.each(HEADERS.filter(isDigested))('with another %s is another request', async (header) => {
      const { again } = await changed(operation, header);
      expect([again.status, again.body.detail[0].type, nonceOf(again)]).toEqual([422, 'idempotency_key_reused', undefined]);
    });

    test.each(HEADERS.filter((header) => !isDigested(header)))('with another %s is not answered otherwise', async (header) => {
      const { first, again, anew } = await changed(operation, header);
      const isSigned = nonceOf(again) !== undefined;
      expect(isSigned ? [again.text, nonceOf(again)] : [first.text, 'one']).toEqual([first.text, 'one']);
      expect(said(nonceOf(anew) === undefined ? first : anew)).toEqual(said(first));
    });
  });
});

describe('a refusal', () => {
  const MARK = 'mark-of-a-browser-or-a-proxy';
  const ADDED = {
    cookie: `session=${MARK}`,
    'proxy-authorization': `Basic ${MARK}`,
    'x-api-key': MARK,
    'x-auth-token': MARK,
    'x-added-by-a-proxy': MARK,
    forwarded: `for=${MARK}`,
  };
  /** Values that no operation accepts. */
  const WRONG: Readonly<Record<string, string>> = {
    'Accept-Signature': 'x'.repeat(1025),
    'Idempotency-Key': 'x'.repeat(256),
    'License-Claim-Email': 'nobody',
    'License-Deactivation': 'x'.repeat(1025),
    'License-Device': 'x'.repeat(1025),
    'License-Device-Key': 'no key',
    'License-Dry-Run': 'perhaps',
    'License-Installation': 'x'.repeat(1025),
    'License-Nonce': 'a b',
    'Polar-Organization': 'nonsense',
  };
  /** Where the text of a request comes back: in the response, or in the log. */
  const placesOf = (secret: string, { text, headers }: Answer): string[] =>
    Object.entries({ body: text, headers: JSON.stringify(headers), log: JSON.stringify(takeLog()) }).flatMap(
      ([place, content]) => (content.includes(secret) ? [place] : []),
    );

  test.each(operations)('%s repeats no header but the one that is wrong', async (operation) => {
    const { method, url, headers: signed = {}, token = MARK } = ownRequest(contract, operation, fixtures);
    const names = headersOf(operation);
    for (const name of names) expect([name, name in WRONG]).toEqual([name, true]);
    takeLog();
    const withWrong = names.map((name) => ({ ...signed, [name.toLowerCase()]: WRONG[name]! }));
    for (const given of method === 'DELETE' ? withWrong : [{}, signed, ...withWrong]) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await callAs(api, token)(method, url, body, { ...ADDED, ...given });
      expect([given, answer.status >= 500, placesOf(MARK, answer)]).toEqual([given, false, []]);
      if (answer.status !== 422) continue;
      expect([given, answer.text.includes(token)]).toEqual([given, false]);
      const issues = answer.body.detail as { readonly loc: readonly string[]; readonly input?: unknown }[];
      for (const { loc, input = null } of issues.filter((each) => each.loc[0] === 'header')) {
        const sent = new Map(Object.entries(given)).get(loc[1]!) ?? '';
        expect([loc, input]).toEqual([loc, sent === '' || sent.length > 1000 ? null : sent]);
      }
    }
  });

  test('says of a missing header that there was none', async () => {
    const { trial_benefit_id, organization_id } = fixtures;
    const body = { organization_id, benefit_id: trial_benefit_id };
    const { status, body: answer } = await callAs(api)('POST', '/v1/customer-portal/license-keys/trial', body, ADDED);
    expect([status, answer.detail]).toEqual([
      422,
      [{ loc: ['header', 'license-device'], type: 'missing', msg: 'Field required', input: null }],
    ]);
  });

  const withBodies = operations.filter((name) => contract.operations.get(name)!.requestBody && !name.startsWith('PUT /v1/files'));

  test.each(withBodies)('%s repeats no secret of its body', async (operation) => {
    const { method, url, headers, token } = ownRequest(contract, operation, fixtures);
    takeLog();
    for (const body of bodiesWithSecrets(contract.document, operation, MARK)) {
      const answer = await callAs(api, token)(method, url, body, headers);
      expect([body, answer.status >= 500, placesOf(MARK, answer)]).toEqual([body, false, []]);
    }
  });

  test('the bodies have secrets of every kind', () => {
    const names = withBodies.flatMap((operation) =>
      bodiesWithSecrets(contract.document, operation, MARK).flatMap(
        (body) => JSON.stringify(body).match(/"\w+"(?=:\[?"mark)/g) ?? [],
      ),
    );
    const kinds = ['code', 'password', 'current_password', 'recovery_code', 'client_secret', 'secret', 'key', 'token', 'entries'];
    expect([...new Set(names)]).toEqual(expect.arrayContaining(kinds.map((name) => `"${name}"`)));
    expect(kinds.filter((name) => !isSecretName(name))).toEqual([]);
  });
});
