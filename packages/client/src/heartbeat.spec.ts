import { CompactSign, type CryptoKey, exportJWK, generateKeyPair } from 'jose';
import { contentDigest, utf8 } from './bytes.ts';
import { LicenseClient } from './license-client.ts';
import type { NotActivated, Result } from './result.ts';
import type { CheckOut } from './keep-checked-out.ts';
import type { Fetch } from './transport.ts';

const URL = 'https://licenses.example.com';
const ORGANIZATION = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
const ACTIVATION = { id: 'an-activation', license_key_id: 'a-license-key' };
const HOUR = 3600;

const NOW = 1_795_000_000;
const refusal = (code: string): Response =>
  new Response('{"error": "ResourceNotFound", "detail": "Not found"}', { status: 404, headers: { 'license-code': code } });

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: crypto.randomUUID() } };
}

async function signedAnswer(operation: string, body: string, sent: RequestInit, kid: string, key: CryptoKey): Promise<Response> {
  const nonce = new Headers(sent.headers).get('license-nonce')!;
  const digests = [await contentDigest(body), await contentDigest(String(sent.body))] as const;
  const parameters = `("@status" "content-digest" "license-operation" "license-request-digest" "license-nonce";req);created=${NOW};keyid="${kid}";alg="ed25519";nonce="${nonce}";tag="latchkey-operation-answer"`;
  const base = `"@status": 200\n"content-digest": ${digests[0]}\n"license-operation": ${operation}\n"license-request-digest": ${digests[1]}\n"license-nonce";req: ${nonce}\n"@signature-params": ${parameters}`;
  const signature = Buffer.from(await crypto.subtle.sign('Ed25519', key, utf8(base))).toString('base64');
  const headers = {
    'signature-input': `latchkey=${parameters}`,
    signature: `latchkey=:${signature}:`,
    'license-operation': operation,
    'license-request-digest': digests[1],
  };
  return new Response(body, { headers });
}

/** An activated application, and a service that answers heartbeats in this way, one after the other. */
async function activated(...answers: (object | Response)[]) {
  const [root, signing] = [await newKey(), await newKey()];
  const claims = { iss: URL, aud: ORGANIZATION, exp: NOW + HOUR, keys: [signing.jwk] };
  const signedKeys = await new CompactSign(utf8(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'jwk-set+jwt', kid: root.jwk.kid })
    .sign(root.privateKey);
  const sent: unknown[] = [];
  const service: Fetch = async (input, init) => {
    const path = String(input).slice(URL.length);
    if (path.endsWith('/jwks.json')) return Response.json({ signed_keys: signedKeys });
    const name = path.split('/').at(-1)!;
    if (name !== 'activate') sent.push([path, JSON.parse(String(init!.body))]);
    const answer = name === 'activate' ? ACTIVATION : answers.shift()!;
    if (answer instanceof Response) return answer;
    return signedAnswer(
      `customer_portal.license_keys.${name}`,
      JSON.stringify(answer),
      init!,
      signing.jwk.kid,
      signing.privateKey,
    );
  };
  const options = { url: URL, organizationId: ORGANIZATION, rootKey: root.jwk.x!, attempts: 1, now: () => NOW };
  const client = new LicenseClient({ ...options, fetch: service });
  await client.activate('A-KEY', { label: 'laptop' });
  return { client, sent };
}

const until = (seconds: number): object => ({
  ...ACTIVATION,
  checkout_expires_at: new Date((NOW + seconds) * 1000).toISOString(),
});

test('a heartbeat says how long the check-out lasts, and is signed', async () => {
  const { client, sent } = await activated(until(600), { ...until(600), id: 'another' }, Response.json(until(600)));
  expect(await client.heartbeat()).toEqual({ outcome: 'ok', secondsLeft: 600 });
  expect(sent).toEqual([
    ['/v1/customer-portal/license-keys/heartbeat', { key: 'A-KEY', organization_id: ORGANIZATION, activation_id: ACTIVATION.id }],
  ]);
  expect(await client.heartbeat()).toEqual({ outcome: 'untrusted', fault: 'malformed' });
  expect(await client.heartbeat()).toEqual({ outcome: 'untrusted', fault: 'not_signed' });
});

test('heartbeats in the background end with a refusal', async () => {
  const { client, sent } = await activated(refusal('CHECKOUT_EXPIRED'));
  const result = await new Promise<Result<CheckOut> | NotActivated>((done) => {
    client.keepCheckedOut({ onHeartbeat: done });
  });
  expect(result).toMatchObject({ outcome: 'refused', code: 'CHECKOUT_EXPIRED' });
  expect(sent).toHaveLength(1);
});

test('without an activation there is nothing to renew', async () => {
  const client = new LicenseClient({ url: URL, organizationId: ORGANIZATION, rootKey: 'A'.repeat(43) });
  expect(await client.heartbeat()).toEqual({ outcome: 'not_activated' });
});
