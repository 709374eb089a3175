import { createHash, createPublicKey, verify } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const NONCE = 'Zk3-9_x.~+/=';
const SIGNED = ['signature', 'signature-input', 'content-digest', 'license-request-digest'];
const PUBLIC = '/v1/customer-portal/license-keys';
const COVERED = '("@status" "content-digest" "license-operation" "license-request-digest" "license-nonce";req)';
const ASKED = `latchkey=${COVERED};created;tag="latchkey-operation-answer"`;
const NAMING = { 'license-nonce': NONCE, 'accept-signature': ASKED };

let fixture: LicenseFixture;
let key: SeededLicenseKey;
let startedAt: number;
beforeAll(async () => {
  startedAt = Math.floor(Date.now() / 1000);
  fixture = await openLicenseFixture();
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, {
    offline: { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 5 },
  });
  key = await fixture.key({ benefit_id: benefit.id, limit_activations: 5 });
});
afterAll(() => fixture.close());

const digestOf = (text: string): string => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
const present = (headers: Answer['headers']): string[] => SIGNED.filter((name) => name in headers);

const INPUT =
  /^latchkey=(\("@status" "content-digest" "license-request-digest" "license-nonce";req\);created=(\d+);keyid="([\w-]{43})";alg="ed25519";nonce="[^"]*";tag="latchkey-answer")$/;
const INPUT_WITH_OPERATION =
  /^latchkey=(\("@status" "content-digest" "license-operation" "license-request-digest" "license-nonce";req\);created=(\d+);keyid="([\w-]{43})";alg="ed25519";nonce="[^"]*";tag="latchkey-operation-answer")$/;
const INPUT_WITH_STANDING =
  /^latchkey=(\("@status" "content-digest" "license-operation" "license-request-digest" "license-standing" "license-nonce";req\);created=(\d+);keyid="([\w-]{43})";alg="ed25519";nonce="[^"]*";tag="latchkey-operation-answer")$/;

/**
 * Verifies a response as RFC 9421 and docs/licensing/signed-answers.md say, for the request that was sent: without an operation as the
 * last release did.
 */
async function isGenuine(
  { status, text, headers }: Answer,
  request: string,
  nonce: string,
  operation?: string,
  standing?: string,
): Promise<boolean> {
  const [, parameters, created, kid] =
    (operation === undefined ? INPUT : standing === undefined ? INPUT_WITH_OPERATION : INPUT_WITH_STANDING).exec(
      String(headers['signature-input']),
    ) ?? [];
  if (kid === undefined) return false;
  const { body } = await fixture.anonymous('GET', `/.well-known/latchkey/${key.organization_id}/jwks.json`);
  const jwk = body.keys.find((each: { kid: string }) => each.kid === kid);
  const base = [
    `"@status": ${status}`,
    `"content-digest": ${digestOf(text)}`,
    ...(operation === undefined ? [] : [`"license-operation": ${operation}`]),
    `"license-request-digest": ${digestOf(request)}`,
    ...(standing === undefined ? [] : [`"license-standing": ${standing}`]),
    `"license-nonce";req: ${nonce}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  const signature = /^latchkey=:(.*):$/.exec(String(headers['signature']))![1]!;
  const isRecent = startedAt <= Number(created) && Number(created) <= Date.now() / 1000;
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  return isRecent && verify(null, Buffer.from(base), publicKey, Buffer.from(signature, 'base64'));
}

const send = (path: string, body: string, headers: Record<string, string> = { 'license-nonce': NONCE }) =>
  fixture.seller('POST', path, body, headers);

test.each([
  ['/v1/customer-portal/license-keys/validate', {}],
  ['/v1/license-keys/validate', {}],
  ['/v1/customer-portal/license-keys/lease', { label: 'laptop' }],
  ['/v1/customer-portal/license-keys/activate', { label: 'desktop' }],
  ['/v1/license-keys/activate', { label: 'server' }],
])('%s signs its successful answer to a request with a nonce', async (path, more) => {
  const request = JSON.stringify({ ...keyParams(key), ...more }, null, 1);
  const answer = await send(path, request);
  expect([answer.status, present(answer.headers)]).toEqual([200, SIGNED]);
  expect(answer.headers['content-digest']).toBe(digestOf(answer.text));
  expect(answer.headers['license-request-digest']).toBe(digestOf(request));
  expect(await isGenuine(answer, request, NONCE)).toBe(true);
  for (const forged of [
    isGenuine({ ...answer, text: answer.text.replace('granted', 'GRANTED').replace('{', '{ ') }, request, NONCE),
    isGenuine({ ...answer, status: 201 }, request, NONCE),
    isGenuine(answer, request.replace('key', 'kez'), NONCE),
    isGenuine(answer, request, `${NONCE}1`),
  ]) {
    expect(await forged).toBe(false);
  }
});

test('a heartbeat is signed', async () => {
  const activations = { limit: 5, enableCustomerAdmin: false, mode: 'floating' } as const;
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { activations });
  const floating = await fixture.key({ benefit_id: benefit.id });
  const request = JSON.stringify({ ...keyParams(floating), activation_id: await fixture.activation(floating) });
  const answer = await send('/v1/customer-portal/license-keys/heartbeat', request);
  expect([answer.status, present(answer.headers)]).toEqual([200, SIGNED]);
  expect(await isGenuine(answer, request, NONCE)).toBe(true);
  expect(await isGenuine(answer, request, `${NONCE}1`)).toBe(false);
});

test.each([
  ['license_keys.validate', '/v1/license-keys/validate', {}],
  ['license_keys.activate', '/v1/license-keys/activate', { label: 'server' }],
  ['customer_portal.license_keys.validate', `${PUBLIC}/validate`, {}],
  ['customer_portal.license_keys.activate', `${PUBLIC}/activate`, { label: 'desktop' }],
  ['customer_portal.license_keys.heartbeat', `${PUBLIC}/heartbeat`, {}],
  ['customer_portal.license_keys.lease', `${PUBLIC}/lease`, {}],
])('the signature names the operation %s if the client asks for that', async (operation, path, more) => {
  expect(Contract.of(fixture.api).operations.get(`POST ${path}`)!.operationId).toBe(operation);
  const activations = { limit: 5, enableCustomerAdmin: false, mode: 'floating' } as const;
  const offline = { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 5 };
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { activations, offline });
  const floating = await fixture.key({ benefit_id: benefit.id });
  const activation_id = 'label' in more ? undefined : await fixture.activation(floating);
  const request = JSON.stringify({ ...keyParams(floating), activation_id, ...more });
  const answer = await send(path, request, NAMING);
  expect([answer.status, present(answer.headers), answer.headers['license-operation']]).toEqual([200, SIGNED, operation]);
  expect(
    await Promise.all([
      isGenuine(answer, request, NONCE, operation),
      isGenuine(answer, request, NONCE, 'customer_portal.license_keys.deactivate'),
      isGenuine(answer, request, NONCE),
      isGenuine({ ...answer, status: 201 }, request, NONCE, operation),
    ]),
  ).toEqual([true, false, false, false]);
});

test('a validation that was sent to the heartbeat is signed as a heartbeat', async () => {
  const activations = { limit: 5, enableCustomerAdmin: false, mode: 'floating' } as const;
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { activations });
  const floating = await fixture.key({ benefit_id: benefit.id, limit_usage: 5 });
  const activation_id = await fixture.activation(floating);
  const request = JSON.stringify({ ...keyParams(floating), activation_id });
  const answer = await send(`${PUBLIC}/heartbeat`, request, NAMING);
  expect([answer.status, (await fixture.read(floating)).usage]).toEqual([200, 0]);
  expect(await isGenuine(answer, request, NONCE, 'customer_portal.license_keys.validate')).toBe(false);
  expect(await isGenuine(answer, request, NONCE, 'customer_portal.license_keys.heartbeat')).toBe(true);
});

describe('Accept-Signature', () => {
  const namedWith = async (asked: string): Promise<unknown> => {
    const request = JSON.stringify(keyParams(key));
    const answer = await send(`${PUBLIC}/validate`, request, { 'license-nonce': NONCE, 'accept-signature': asked });
    const operation = answer.headers['license-operation'] as string | undefined;
    expect([answer.status, await isGenuine(answer, request, NONCE, operation)]).toEqual([200, true]);
    return operation;
  };

  test.each([
    ASKED,
    `latchkey=${COVERED};tag="latchkey-operation-answer"`,
    `latchkey=${COVERED};tag="latchkey-operation-answer";alg="ed25519";created`,
    `other=("@method");tag="other", ${ASKED}`,
    `${ASKED} , other=()`,
  ])('%j asks for the name of the operation', async (asked) => {
    expect(await namedWith(asked)).toBe('customer_portal.license_keys.validate');
  });

  test.each([
    '',
    'nonsense',
    `latchkey=${COVERED}`,
    `latchkey=${COVERED};tag="other"`,
    `latchkey=${COVERED};tag="latchkey-operation-answer";expires`,
    `latchkey=${COVERED};tag="latchkey-operation-answer"x`,
    `other=${COVERED};tag="latchkey-operation-answer"`,
    'latchkey=("@status");created;tag="latchkey-operation-answer"',
    'latchkey=("@status" "content-digest" "license-request-digest" "license-nonce";req);created;tag="latchkey-answer"',
  ])('%j gets the signature of the last release', async (asked) => {
    expect(await namedWith(asked)).toBeUndefined();
  });
});

test('an answer is not signed without a nonce, nor by operations that do not', async () => {
  const request = JSON.stringify(keyParams(key));
  const activation = await fixture.activation(key);
  expect([
    present((await send(`${PUBLIC}/validate`, request, {})).headers),
    present((await send(`${PUBLIC}/validate`, request, { 'accept-signature': ASKED })).headers),
    present((await send(`${PUBLIC}/deactivate`, JSON.stringify({ ...keyParams(key), activation_id: activation }))).headers),
  ]).toEqual([[], [], []]);
});

describe('a refusal', () => {
  const OPERATION = 'customer_portal.license_keys.';

  test.each([
    ['validate', 404, async () => ({ ...keyParams(key), key: 'UNKNOWN' })],
    ['validate', 400, async () => ({ ...keyParams(await fixture.key({ limit_usage: 1 })), increment_usage: 2 })],
    ['activate', 403, async () => ({ ...keyParams(await fixture.key({ limit_activations: null })), label: 'pc' })],
    ['heartbeat', 403, async () => ({ ...keyParams(key), activation_id: await fixture.activation(key) })],
    ['lease', 404, async () => ({ ...keyParams(key), label: 'pc', benefit_id: crypto.randomUUID() })],
  ])('of %s with %i is signed', async (verb, status, body) => {
    const request = JSON.stringify(await body());
    const [named, plain] = [await send(`${PUBLIC}/${verb}`, request, NAMING), await send(`${PUBLIC}/${verb}`, request)];
    expect([named.status, plain.status, present(named.headers), present(plain.headers)]).toEqual([
      status,
      status,
      SIGNED,
      SIGNED,
    ]);
    expect(named.body.detail).toEqual(expect.any(String));
    expect(
      await Promise.all([
        isGenuine(named, request, NONCE, OPERATION + verb),
        isGenuine({ ...named, status: 200 }, request, NONCE, OPERATION + verb),
        isGenuine(plain, request, NONCE),
      ]),
    ).toEqual([true, false, true]);
  });

  test('of what is not read, is tried out, or is about nobody is not', async () => {
    const unknown = crypto.randomUUID();
    const organization_id = fixture.theirs.organization.id;
    const refused = async (body: unknown, more: Record<string, string> = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const { status, headers } = await send(`${PUBLIC}/validate`, text, { ...NAMING, ...more });
      return [status, present(headers)];
    };
    expect([
      await refused('{'),
      await refused('null'),
      await refused({ ...keyParams(key), conditions: 1 }),
      await refused({ ...keyParams(key), organization_id: [key.organization_id] }),
      await refused({ ...keyParams(key), key: 'UNKNOWN' }, { 'license-dry-run': '1' }),
      await refused({ ...keyParams(key), organization_id: unknown }),
      await refused({ ...keyParams(key), organization_id }),
    ]).toEqual([
      [422, []],
      [422, []],
      [422, []],
      [422, []],
      [404, []],
      [404, []],
      [404, []],
    ]);
    for (const id of [unknown, organization_id]) {
      expect((await fixture.anonymous('GET', `/.well-known/latchkey/${id}/jwks.json`)).status).toBe(404);
    }
  });
});

describe('a refusal of an operation for sellers', () => {
  const refused = async (token: string | undefined, more: Record<string, string> = {}) => {
    const request = JSON.stringify({ ...keyParams(key), key: 'UNKNOWN' });
    const call = callAs(fixture.api, token);
    const { status, headers } = await call('POST', '/v1/license-keys/validate', request, { ...NAMING, ...more });
    return [status, present(headers)];
  };

  test('is signed for callers of the organization only', async () => {
    const { id: organizationId } = fixture.ours.organization;
    const scopes = ['customers:read'] as const;
    const terms = { comment: '', scopes, within: scopes, lifetime: null, latestExpiry: null };
    const narrow = await fixture.api.app.get(CommandBus).execute(new IssueAccessToken({ organizationId }, terms));
    expect([
      await refused(fixture.ours.oat),
      await refused(fixture.theirs.oat),
      await refused(narrow.token),
      await refused(narrow.token, { 'license-nonce': 'x";tag="other' }),
      await refused(undefined),
    ]).toEqual([
      [404, SIGNED],
      [404, []],
      [403, []],
      [403, []],
      [401, []],
    ]);
  });
});

test.each([`${PUBLIC}/validate`, '/v1/license-keys/validate'])(
  '%s signs the answer to a body of unknown length',
  async (path) => {
    const request = JSON.stringify(keyParams(key));
    const answer = await send(path, request, { 'license-nonce': NONCE, 'transfer-encoding': 'chunked' });
    expect([answer.status, await isGenuine(answer, request, NONCE)]).toEqual([200, true]);
  },
);

test('a long body is signed for as well', async () => {
  const request = JSON.stringify(keyParams(key)) + ' '.repeat(300_000);
  const answer = await send('/v1/license-keys/validate', request);
  expect([answer.status, await isGenuine(answer, request, NONCE)]).toEqual([200, true]);
});

describe('a proxy on the device that adds the same idempotency key to every request', () => {
  const VALIDATE = '/v1/customer-portal/license-keys/validate';
  const attempt = (path: string, body: object, nonce: string) =>
    send(path, JSON.stringify(body), { 'license-nonce': nonce, 'idempotency-key': 'constant' });
  const REUSED = [422, 'idempotency_key_reused', []];
  const outcome = ({ status, body, headers }: Answer) => [status, body.detail?.[0]?.type, present(headers)];

  test('gets no signature for a key that was revoked since', async () => {
    const own = await fixture.key();
    expect((await attempt(VALIDATE, keyParams(own), 'one')).body.status).toBe('granted');
    await fixture.seller('PATCH', `/v1/license-keys/${own.id}`, { status: 'revoked' });
    expect(outcome(await attempt(VALIDATE, keyParams(own), 'two'))).toEqual(REUSED);
  });

  test('gets no signatures for uses that are not counted', async () => {
    const own = await fixture.key({ limit_usage: 5 });
    const use = (nonce: string) => attempt(VALIDATE, { ...keyParams(own), increment_usage: 1 }, nonce);
    expect((await use('one')).body.usage).toBe(1);
    expect(outcome(await use('two'))).toEqual(REUSED);
    expect((await fixture.read(own)).usage).toBe(1);
  });

  test('gets no signed heartbeat or lease that nobody decided', async () => {
    const activations = { limit: 5, enableCustomerAdmin: false, mode: 'floating' } as const;
    const floating = await fixture.key({
      benefit_id: (await seedBenefit(fixture.api, fixture.ours.organization.id, { activations })).id,
    });
    const beat = { ...keyParams(floating), activation_id: await fixture.activation(floating) };
    const leased = { ...keyParams(key), label: 'laptop' };
    for (const [verb, body] of [
      ['heartbeat', beat],
      ['lease', leased],
    ] as const) {
      const path = `/v1/customer-portal/license-keys/${verb}`;
      expect(outcome(await attempt(path, body, 'one'))).toEqual([200, undefined, SIGNED]);
      expect(outcome(await attempt(path, body, 'two'))).toEqual(REUSED);
    }
  });
});

test('a request that is repeated with its nonce gets the decision that was made for it, and is counted once', async () => {
  const own = await fixture.key({ limit_usage: 5 });
  const request = JSON.stringify({ ...keyParams(own), increment_usage: 2 });
  const attempt = () =>
    send('/v1/customer-portal/license-keys/validate', request, { 'license-nonce': NONCE, 'idempotency-key': own.id });
  const [first, again] = [await attempt(), await attempt()];
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
  expect([await isGenuine(first, request, NONCE), await isGenuine(again, request, NONCE)]).toEqual([true, true]);
  expect((await fixture.read(own)).usage).toBe(2);
});

test.each(['', 'a b', 'quote"', 'x'.repeat(129), 'back\\slash'])('the nonce %j is refused', async (nonce) => {
  const { status, headers } = await send('/v1/customer-portal/license-keys/validate', JSON.stringify(keyParams(key)), {
    'license-nonce': nonce,
  });
  expect([status, present(headers)]).toEqual([422, []]);
});

test('the standing of the key is signed where that is asked for and it is told', async () => {
  const asked = ASKED.replace('"license-nonce"', '"license-standing" "license-nonce"');
  const headers = { 'license-nonce': NONCE, 'accept-signature': asked };
  const request = JSON.stringify(keyParams(key));
  const name = 'customer_portal.license_keys.validate';
  const answer = await send(`${PUBLIC}/validate`, request, headers);
  const standing = String(answer.headers['license-standing']);
  expect(standing).not.toBe('');
  expect(await isGenuine(answer, request, NONCE, name, standing)).toBe(true);
  expect(await isGenuine(answer, request, NONCE, name, 'trial')).toBe(false);
  // A response that is repeated tells none.
  const once = { ...headers, 'idempotency-key': 'standing' };
  await send(`${PUBLIC}/validate`, request, once);
  const repeated = await send(`${PUBLIC}/validate`, request, once);
  expect([repeated.headers['idempotency-replayed'], repeated.headers['license-standing']]).toEqual(['true', undefined]);
  expect(await isGenuine(repeated, request, NONCE, name)).toBe(true);
});
