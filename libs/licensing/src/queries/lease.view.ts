import { COUNTER_NAME, MOST_COUNTERS } from '#catalog/views';
import { type Infer, integer, list, literal, mapOf, object, optional, text, timestamp, uuid4 } from '#platform/wire';
import { ActivationView } from './license-key.view.ts';

const JwkView = object(
  { kty: literal('OKP'), crv: literal('Ed25519'), x: text(), kid: text(), use: literal('sig'), alg: literal('EdDSA') },
  'PublicJwk',
  {
    kty: 'The type of the key.',
    crv: 'The curve.',
    x: 'The public key, base64url.',
    kid: 'The ID of the key: its thumbprint (RFC 7638).',
    use: 'What the key is for.',
    alg: 'The algorithm.',
  },
);

export const KeySetView = object({ keys: list(JwkView), signed_keys: text(), root: JwkView }, 'KeySet', {
  keys: 'The keys that sign now, will sign next, or have signed what is still valid.',
  signed_keys: 'A JSON Web Token with the same `keys`, signed by the root key. Valid for 7 days.',
  root: 'The root key, to be pinned by applications when they are built. A root key that is read here at run time proves nothing.',
});
export type KeySetView = Infer<typeof KeySetView>;

export const LeasedLicenseKeyView = object(
  {
    lease: text(),
    activation: ActivationView,
    expires_at: timestamp(),
    refresh_after: timestamp(),
    grace_until: timestamp(),
    units_id: optional(uuid4()),
    units: optional(mapOf(COUNTER_NAME, integer(), { max: MOST_COUNTERS })),
  },
  'LeasedLicenseKey',
  {
    lease: 'The signed lease, a JSON Web Token.',
    activation: 'The activation that has the lease.',
    expires_at: 'When the lease expires.',
    refresh_after: 'When the application should renew the lease, if it has a network.',
    grace_until: 'Until when the application may go on without a new lease.',
    units_id: 'The ID of the units, with which they are settled. Left out if there are none. An extension.',
    units: {
      text: 'How many units of counters the device may use without a network. Left out if none. An extension.',
      example: { exports: 100 },
    },
  },
);
export type LeasedLicenseKeyView = Infer<typeof LeasedLicenseKeyView>;

export const LeaseFileView = object(
  {
    type: literal('latchkey-lease-file'),
    version: integer(),
    lease: text(),
    signed_keys: text(),
    activation: ActivationView,
    expires_at: timestamp(),
    refresh_after: timestamp(),
    grace_until: timestamp(),
  },
  'LeaseFile',
  {
    type: 'What the file is.',
    version: 'The version of its form.',
    lease: 'The signed lease, a JSON Web Token.',
    signed_keys:
      'The public keys with which the lease is verified: a JSON Web Token, signed by the root key that the application pins.',
    activation: 'The activation of the device.',
    expires_at: 'When the lease expires.',
    refresh_after: 'When the device should get a new lease.',
    grace_until: 'Until when the application may go on without a new lease.',
  },
);
export type LeaseFileView = Infer<typeof LeaseFileView>;

/** A JSON Web Token as text. */
export const StatusListToken = text();
