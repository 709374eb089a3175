import { type PublicKey, publicKeysAmong } from './public-key.ts';
import { NotTrusted } from './result.ts';
import type { Verify } from './runtime.ts';
import { claimsOf, headerOf, MAX_LIST, timeIn } from './token.ts';

const TYPE = 'jwk-set+jwt';
/** How much clocks may differ, in seconds. */
export const TOLERANCE = 60;

/** The public keys of an organization, as its root key has signed them. */
export interface KeySet {
  /** The signed token, to be verified again when it is read from a store. */
  readonly token: string;
  readonly keys: readonly PublicKey[];
  readonly expiresAt: number;
}

/** Who signs: the root key that is built into the application, and the organization it belongs to. */
export interface Signers {
  readonly rootKey: string;
  readonly issuer: string;
  readonly organizationId: string;
  /** How signatures are verified; with WebCrypto if left out. */
  readonly verify?: Verify | undefined;
}

/**
 * Verifies a signed set of keys with the pinned root key. `at` is the time at which it has to be valid, in seconds: now for a set that
 * was just fetched, and the time at which a lease was issued for the set that came with it, because a lease outlives its set.
 */
export async function openKeySet(
  token: string,
  { rootKey, issuer, organizationId, verify }: Signers,
  at: number,
): Promise<KeySet> {
  const { kid } = headerOf(token, MAX_LIST);
  if (typeof kid !== 'string') throw new NotTrusted('unknown_key');
  const claims = await claimsOf(token, TYPE, [{ kid, x: rootKey, verify }], MAX_LIST);
  if (claims['iss'] !== issuer) throw new NotTrusted('wrong_issuer');
  if (claims['aud'] !== organizationId) throw new NotTrusted('wrong_organization');
  const expiresAt = timeIn(claims, 'exp');
  if (at >= expiresAt + TOLERANCE) throw new NotTrusted('expired');
  return { token, keys: publicKeysAmong(claims['keys'], verify), expiresAt };
}
