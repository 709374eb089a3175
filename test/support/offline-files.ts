import { createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';

/** The key of a device without a network. */
const KEY = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'05'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const { kty, crv, x } = createPublicKey(KEY).export({ format: 'jwk' });
/** Its public part, as the device sends it with a request for a lease. */
export const DEVICE_KEY = x!;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(typ: string, claims: object): string {
  const input = `${encoded({ alg: 'EdDSA', typ, jwk: { kty, crv, x } })}.${encoded({ version: 1, ...claims })}`;
  return `${input}.${sign(null, Buffer.from(input), KEY).toString('base64url')}`;
}

/** The content of a request file. */
export const requestFile = (organizationId: string, device = 'laboratory'): string =>
  signed('latchkey-activation-request+jwt', { aud: organizationId, jti: randomUUID(), device, label: 'Laboratory' });

export interface ReturnedLease {
  readonly organization_id: string;
  readonly license_key_id: string;
  readonly activation_id: string;
  readonly lease_id: string;
}

/** The content of a deactivation file of the same device. */
export const deactivationFile = ({ organization_id, license_key_id, activation_id, lease_id }: ReturnedLease): string =>
  signed('latchkey-deactivation+jwt', { aud: organization_id, sub: license_key_id, activation_id, lease: lease_id });
