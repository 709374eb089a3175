import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKeySet } from './key-set.ts';
import { verifyLease } from './lease.ts';
import { orFault } from './result.ts';
import { verifyAnswer } from './signed-answer.ts';
import { statusIn } from './status-list.ts';

interface Case {
  readonly name: string;
  readonly token: string;
  readonly now: number;
  readonly accepted: boolean;
  readonly state?: 'valid' | 'grace';
}

interface SignedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/licensing/vectors.json'), 'utf8')) as {
  readonly root: { readonly x: string };
  readonly signed_keys: string;
  readonly expected: Readonly<Record<'iss' | 'aud' | 'sub' | 'nonce' | 'device', string>>;
  readonly claims: { readonly iat: number };
  readonly status_list: { readonly token: string; readonly statuses: Readonly<Record<string, number>> };
  readonly signed_answer: {
    readonly request: { readonly body: string; readonly nonce: string };
    readonly answer: SignedAnswer;
    readonly refused: Readonly<Record<string, SignedAnswer>>;
  };
  readonly cases: readonly Case[];
};
const { expected, signed_keys: signedKeys } = vectors;
const signers = { rootKey: vectors.root.x, issuer: expected.iss, organizationId: expected.aud };
const wanted = { device: expected.device, licenseKeyId: expected.sub, nonce: expected.nonce };
const issued = vectors.claims.iat;

const outcomeOf = async ({ token, now }: Pick<Case, 'token' | 'now'>, from = signers, for_ = wanted): Promise<string> => {
  const verified = await orFault(() => verifyLease({ lease: token, signedKeys, now }, from, for_));
  if (!('outcome' in verified)) return verified.state;
  return 'fault' in verified ? verified.fault : verified.outcome;
};

test('accepts and refuses what it should, and says why', async () => {
  const outcomes = await Promise.all(vectors.cases.map(async (each) => ({ ...each, outcome: await outcomeOf(each) })));
  const wrong = outcomes.filter(({ state, outcome }) => (state ? outcome !== state : outcome === 'valid' || outcome === 'grace'));
  expect(wrong.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([]);
  expect(
    Object.fromEntries(outcomes.flatMap(({ name, outcome, accepted }) => (accepted ? [] : [[name, outcome]]))),
  ).toMatchObject({
    'after its grace': 'expired',
    'by a clock that is a day ahead': 'expired',
    'by a clock that is a day behind': 'not_yet_valid',
    'changed claims': 'bad_signature',
    'without its signature': 'malformed',
    'alg none with a signature': 'wrong_algorithm',
    'HS256 with the public key as secret': 'wrong_algorithm',
    'an unknown kid': 'unknown_key',
    'the kid of the signing key, signed by a stranger': 'bad_signature',
    'with the key in the header': 'unknown_key',
    'signed by the root key': 'unknown_key',
    'another type of token': 'wrong_type',
    'a critical header that nobody knows': 'malformed',
    'of another organization': 'wrong_organization',
    'of another license key': 'wrong_license_key',
    'of another device': 'wrong_device',
    'replayed: another nonce': 'wrong_nonce',
    'an enormous token': 'too_long',
  });
});

test('nothing is accepted with another root key, organization or service', async () => {
  const [lease] = vectors.cases as [Case];
  const other = signers.rootKey.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  expect([
    await outcomeOf(lease, { ...signers, rootKey: other }),
    await outcomeOf(lease, { ...signers, organizationId: expected.sub }),
    await outcomeOf(lease, { ...signers, issuer: 'https://licenses.example.org' }),
  ]).toEqual(['bad_signature', 'wrong_organization', 'wrong_issuer']);
});

test('a set of keys is fresh for a week when it is fetched, and proves the leases of its time for longer', async () => {
  const week = 7 * 24 * 3600;
  const set = await openKeySet(signedKeys, signers, issued + week);
  expect(set.keys).toHaveLength(2);
  await expect(openKeySet(signedKeys, signers, issued + week + 61)).rejects.toMatchObject({ fault: 'expired' });
  await expect(openKeySet(vectors.status_list.token, signers, issued)).rejects.toMatchObject({ fault: 'wrong_type' });
});

test('an answer is genuine only as it was signed, and for its request', async () => {
  const { keys } = await openKeySet(signedKeys, signers, issued);
  const { request, answer, refused } = vectors.signed_answer;
  const faultOf = async ({ status, headers, body }: SignedAnswer): Promise<unknown> => {
    const verified = await orFault(async () => ({
      outcome: 'ok',
      at: await verifyAnswer({ status, headers: new Headers({ ...headers }), text: body }, request, keys),
    }));
    if ('at' in verified) return verified.at;
    return 'fault' in verified ? verified.fault : verified.outcome;
  };
  expect(await faultOf(answer)).toBe(issued);
  const faults = await Promise.all(Object.entries(refused).map(async ([name, each]) => [name, await faultOf(each)]));
  expect(Object.fromEntries(faults)).toEqual({
    'another body': 'bad_signature',
    'another status': 'bad_signature',
    'an answer to another request': 'wrong_request',
    'another nonce': 'wrong_nonce',
    'a later time': 'bad_signature',
    'signed by a stranger': 'unknown_key',
    'without a signature': 'not_signed',
  });
});

test('a place of the status list has its status', async () => {
  const { keys } = await openKeySet(signedKeys, signers, issued);
  const { token, statuses } = vectors.status_list;
  const uri = `${expected.iss}/.well-known/latchkey/${expected.aud}/status-lists/0`;
  const names = ['valid', 'revoked', 'suspended'];
  for (const [index, status] of Object.entries(statuses)) {
    const place = { index: Number(index), uri };
    expect([index, await statusIn(token, place, keys, { now: issued })]).toEqual([
      index,
      { status: names[status], issuedAt: issued },
    ]);
  }
  const faultOf = async (index: number, list: string, now: number): Promise<unknown> =>
    orFault(() => statusIn(token, { index, uri: list }, keys, { now }));
  expect([
    await faultOf(0, `${uri}1`, issued),
    await faultOf(0, uri, issued + 24 * 3600 + 61),
    await faultOf(65_536, uri, issued),
  ]).toEqual(['wrong_request', 'expired', 'malformed'].map((fault) => ({ outcome: 'untrusted', fault })));
});
