import { createHash, createPublicKey, verify } from 'node:crypto';
import type { Answer } from '../support/call.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const NONCE = 'Zk3-9_x.~+/=';
const SIGNED = ['signature', 'signature-input', 'content-digest', 'license-request-digest'];

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

/** Verifies a response as RFC 9421 and docs/licensing/signed-answers.md say, for the request that was sent. */
async function isGenuine({ status, text, headers }: Answer, request: string, nonce: string): Promise<boolean> {
  const [, parameters, created, kid] =
    /^latchkey=(\("@status" "content-digest" "license-request-digest" "license-nonce";req\);created=(\d+);keyid="([\w-]{43})";alg="ed25519";nonce="[^"]*";tag="latchkey-answer")$/.exec(
      String(headers['signature-input']),
    )!;
  const { body } = await fixture.anonymous('GET', `/.well-known/latchkey/${key.organization_id}/jwks.json`);
  const jwk = body.keys.find((each: { kid: string }) => each.kid === kid);
  const base = [
    `"@status": ${status}`,
    `"content-digest": ${digestOf(text)}`,
    `"license-request-digest": ${digestOf(request)}`,
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

test('an answer is not signed without a nonce, to other operations, and if it is a refusal', async () => {
  const validate = '/v1/customer-portal/license-keys/validate';
  const request = JSON.stringify(keyParams(key));
  const unknown = JSON.stringify({ ...keyParams(key), key: 'UNKNOWN' });
  const activation = JSON.stringify({ ...keyParams(key), label: 'laptop' });
  expect([
    present((await send(validate, request, {})).headers),
    present((await send('/v1/customer-portal/license-keys/activate', activation)).headers),
    present((await send(validate, unknown)).headers),
    present((await send(validate, '{')).headers),
  ]).toEqual([[], [], [], []]);
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
