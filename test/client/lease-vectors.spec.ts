import { createLocalJWKSet, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { execFileSync } from 'node:child_process';
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { ROOT } from '../support/processes.ts';

interface Jwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
}

interface Case {
  readonly name: string;
  readonly token: string;
  readonly now: number;
  readonly accepted: boolean;
  readonly state?: 'valid' | 'grace';
}

interface Vectors {
  readonly root: Jwk;
  readonly signed_keys: string;
  readonly expected: {
    readonly iss: string;
    readonly aud: string;
    readonly sub: string;
    readonly nonce: string;
    readonly device: string;
  };
  readonly claims: JWTPayload & { readonly grace_until: number };
  readonly status_list: { readonly token: string; readonly statuses: Readonly<Record<string, number>> };
  readonly cases: readonly Case[];
}

const TYPE = 'latchkey-lease+jwt';
const MAX_TOKEN = 16 * 1024;
const SKEW = 60;
const LATEST = 253_402_300_799;

const read = (file: string): string => readFileSync(join(ROOT, 'docs/licensing', file), 'utf8');
const text = read('vectors.json');
const vectors = JSON.parse(text) as Vectors;
const { root, expected } = vectors;

type Claims = JWTPayload & Readonly<Record<string, unknown>>;

/** What an application checks of claims whose signature is valid, but for the time. */
function stateOf(claims: Claims, now: number): 'valid' | 'grace' {
  const { exp, nbf, grace_until: grace } = claims as { exp: number; nbf: number; grace_until: number };
  if (![exp, nbf, grace].every((time) => Number.isSafeInteger(time) && time <= LATEST)) throw new Error('times');
  if ((claims['device'] as { id: unknown }).id !== expected.device) throw new Error('device');
  if (claims['nonce'] !== expected.nonce) throw new Error('nonce');
  if (now < nbf - SKEW || now >= grace + SKEW) throw new Error('time');
  return now < exp ? 'valid' : 'grace';
}

/** A verifier that uses `jose`. */
async function withJose({ token, now }: Case): Promise<'valid' | 'grace'> {
  if (token.length > MAX_TOKEN) throw new Error('too long');
  const currentDate = new Date(now * 1000);
  const trusted = await jwtVerify(vectors.signed_keys, await importJWK(root, 'EdDSA'), {
    algorithms: ['EdDSA'],
    typ: 'jwk-set+jwt',
    audience: expected.aud,
    currentDate,
    clockTolerance: SKEW + 24 * 3600,
  });
  const set = createLocalJWKSet({ keys: trusted.payload['keys'] as Jwk[] });
  const { payload, protectedHeader } = await jwtVerify(token, set, {
    algorithms: ['EdDSA'],
    typ: TYPE,
    audience: expected.aud,
    issuer: expected.iss,
    subject: expected.sub,
    currentDate,
    clockTolerance: 3600 + SKEW,
  });
  if (protectedHeader.kid === undefined) throw new Error('kid');
  return stateOf(payload, now);
}

/** A verifier that uses nothing but `node:crypto`. */
function withNodeCrypto({ token, now }: Case): 'valid' | 'grace' {
  if (token.length > MAX_TOKEN) throw new Error('too long');
  const set = opened(vectors.signed_keys, 'jwk-set+jwt', [root]);
  if (set['aud'] !== expected.aud) throw new Error('aud of the set');
  const claims = opened(token, TYPE, set['keys'] as Jwk[]);
  for (const name of ['iss', 'aud', 'sub'] as const) if (claims[name] !== expected[name]) throw new Error(name);
  return stateOf(claims, now);
}

/** The claims of a token that is signed by one of these keys. */
function opened(token: string, type: string, keys: readonly Jwk[]): Claims {
  const [header, payload, signature, ...others] = token.split('.') as [string, string, string, ...string[]];
  if (signature === undefined || others.length > 0) throw new Error('form');
  const { alg, typ, kid, crit } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Readonly<Record<string, unknown>>;
  if (alg !== 'EdDSA' || typ !== type || crit !== undefined) throw new Error('header');
  const jwk = keys.find((each) => each.kid === kid);
  if (!jwk) throw new Error('kid');
  const key = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  const isSigned = verifySignature(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw new Error('signature');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
}

test('the vectors are what the code makes', () => {
  const script = ['--conditions=source', '--import', './scripts/typescript-loader.mjs', 'scripts/license-vectors.mjs', '--print'];
  expect(execFileSync(process.execPath, script, { cwd: ROOT, encoding: 'utf8' })).toBe(text + read('signed-key-vectors.json'));
});

test.each([
  ['jose', withJose],
  ['node:crypto', async (each: Case) => withNodeCrypto(each)],
] as const)('a verifier with %s accepts and refuses what it should', async (_name, verify) => {
  const outcomes = await Promise.all(vectors.cases.map((each) => verify(each).catch(() => 'refused')));
  const wanted = vectors.cases.map(({ state }) => state ?? 'refused');
  const named = (states: readonly string[]) => states.map((state, index) => `${vectors.cases[index]!.name}: ${state}`);
  expect(named(outcomes)).toEqual(named(wanted));
  expect(vectors.cases.filter(({ accepted }) => !accepted).length).toBeGreaterThan(20);
});

test('the claims are those of the first case', () => {
  const set = opened(vectors.signed_keys, 'jwk-set+jwt', [root]);
  expect(opened(vectors.cases[0]!.token, TYPE, set['keys'] as Jwk[])).toEqual(vectors.claims);
});

test('the status list has the statuses', () => {
  const set = opened(vectors.signed_keys, 'jwk-set+jwt', [root]);
  const list = opened(vectors.status_list.token, 'statuslist+jwt', set['keys'] as Jwk[])['status_list'] as {
    readonly bits: number;
    readonly lst: string;
  };
  const bytes = inflateSync(Buffer.from(list.lst, 'base64url'));
  const statusAt = (place: number): number => (bytes[Math.floor((place * list.bits) / 8)]! >> ((place * list.bits) % 8)) & 3;
  const { statuses } = vectors.status_list;
  expect(Object.fromEntries(Object.keys(statuses).map((place) => [place, statusAt(Number(place))]))).toEqual(statuses);
});
