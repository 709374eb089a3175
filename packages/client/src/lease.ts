import { isObject, isUnits, type JsonObject } from './bytes.ts';
import { openKeySet, type Signers, TOLERANCE } from './key-set.ts';
import type { PublicKey } from './public-key.ts';
import { NotTrusted } from './result.ts';
import { claimsOf, textIn, timeIn } from './token.ts';

const TYPE = 'latchkey-lease+jwt';

/** What an application may do without a network, as the service has signed it. Times are seconds since the epoch. */
export interface Lease {
  readonly id: string;
  readonly licenseKeyId: string;
  readonly activationId: string;
  readonly device: string | null;
  readonly nonce: string | null;
  readonly issuedAt: number;
  readonly notBefore: number;
  readonly expiresAt: number;
  readonly refreshAfter: number;
  readonly graceUntil: number;
  readonly status: { readonly index: number; readonly uri: string };
  /** Units of counters that the device may use without a network, and the ID with which they are settled; null if it has none. */
  readonly units: Readonly<Record<string, number>>;
  readonly unitsId: string | null;
  /** All claims, also those that this version of the library does not know. */
  readonly claims: JsonObject;
}

/** What a lease has to say. What is left out is not compared. */
export interface Expected {
  readonly device: string;
  readonly licenseKeyId?: string | undefined;
  readonly nonce?: string | undefined;
  /** The benefits of which one has to be that of the license key. */
  readonly benefitIds?: readonly string[] | undefined;
}

export type LeaseState = 'valid' | 'grace';

/** The lease in a token that one of the keys has signed, for this organization and device. The time is not considered. */
export async function openLease(token: string, keys: readonly PublicKey[], signers: Signers, expected: Expected): Promise<Lease> {
  const claims = await claimsOf(token, TYPE, keys);
  if (claims['iss'] !== signers.issuer) throw new NotTrusted('wrong_issuer');
  if (claims['aud'] !== signers.organizationId) throw new NotTrusted('wrong_organization');
  const lease = toLease(claims);
  if (expected.licenseKeyId !== undefined && lease.licenseKeyId !== expected.licenseKeyId) {
    throw new NotTrusted('wrong_license_key');
  }
  if (lease.device !== expected.device) throw new NotTrusted('wrong_device');
  if (expected.benefitIds && !expected.benefitIds.includes(benefitOf(claims))) throw new NotTrusted('wrong_benefit');
  if (expected.nonce !== undefined && lease.nonce !== expected.nonce) throw new NotTrusted('wrong_nonce');
  return lease;
}

/** Whether the lease can be used at this time, in seconds. */
export function stateOf({ notBefore, expiresAt, graceUntil }: Lease, now: number): LeaseState {
  if (now < notBefore - TOLERANCE) throw new NotTrusted('not_yet_valid');
  if (now >= graceUntil + TOLERANCE) throw new NotTrusted('expired');
  return now < expiresAt ? 'valid' : 'grace';
}

/** A lease with the set of keys that proves it. */
interface ProvenLease {
  readonly lease: string;
  readonly signedKeys: string;
}

/** The lease that a set of keys proves. The time is not considered. */
export async function provenLease(
  { lease: token, signedKeys }: ProvenLease,
  signers: Signers,
  expected: Expected,
): Promise<Lease> {
  const { keys, expiresAt } = await openKeySet(signedKeys, signers, 0);
  const lease = await openLease(token, keys, signers, expected);
  if (lease.issuedAt >= expiresAt + TOLERANCE) throw new NotTrusted('expired');
  return lease;
}

/** Everything that can be verified without a network: the set of keys, the lease, and the time. */
export async function verifyLease(
  { now, ...proven }: ProvenLease & { readonly now: number },
  signers: Signers,
  expected: Expected,
): Promise<{ readonly lease: Lease; readonly state: LeaseState }> {
  const lease = await provenLease(proven, signers, expected);
  return { lease, state: stateOf(lease, now) };
}

function benefitOf({ license }: JsonObject): string {
  if (!isObject(license)) throw new NotTrusted('malformed');
  return textIn(license, 'benefit_id');
}

function unitsIn({ units, units_id: id }: JsonObject): Pick<Lease, 'units' | 'unitsId'> {
  if (id === undefined) return { units: {}, unitsId: null };
  if (typeof id !== 'string' || !isUnits(units)) throw new NotTrusted('malformed');
  return { units, unitsId: id };
}

function toLease(claims: JsonObject): Lease {
  const { device, status, nonce } = claims;
  const list = isObject(status) && isObject(status['status_list']) ? status['status_list'] : undefined;
  if (!isObject(device) || !list) throw new NotTrusted('malformed');
  return {
    id: textIn(claims, 'jti'),
    licenseKeyId: textIn(claims, 'sub'),
    activationId: textIn(device, 'activation_id'),
    device: typeof device['id'] === 'string' ? device['id'] : null,
    nonce: typeof nonce === 'string' ? nonce : null,
    issuedAt: timeIn(claims, 'iat'),
    notBefore: timeIn(claims, 'nbf'),
    expiresAt: timeIn(claims, 'exp'),
    refreshAfter: timeIn(claims, 'refresh_after'),
    graceUntil: timeIn(claims, 'grace_until'),
    status: { index: timeIn(list, 'idx'), uri: textIn(list, 'uri') },
    ...unitsIn(claims),
    claims,
  };
}
