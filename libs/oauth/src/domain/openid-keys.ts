import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';

const MODULUS_BITS = 2048;

export interface OpenIdKey {
  readonly kid: string;
  readonly publicJwk: JsonWebKey;
  readonly privateJwk: JsonWebKey;
}

/** A new RSA key that signs ID tokens with RS256. Its id is its thumbprint (RFC 7638). */
export function newOpenIdKey(): OpenIdKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: MODULUS_BITS });
  const { e, n } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  const about = { kid, alg: 'RS256', use: 'sig' };
  return {
    kid,
    publicJwk: { kty: 'RSA', e, n, ...about },
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...about },
  };
}

export interface StoredOpenIdKey extends OpenIdKey {
  readonly activeFrom: Date;
  /** Whether it signs now, has yet to, or did. */
  readonly state: 'current' | 'upcoming' | 'retired';
}

/** The keys of the OpenID provider. Private parts are encrypted. */
export abstract class OpenIdKeys {
  /** The key that signs now first, then the others that are published. Makes the first key. */
  abstract published(): Promise<readonly StoredOpenIdKey[]>;
  /** Adds a key that signs from that time on, instead of the others. Returns its id. */
  abstract rotate(activeFrom: Date): Promise<string>;
  /** Deletes keys that were replaced before that time. */
  abstract deleteReplacedBefore(time: Date): Promise<void>;
  abstract reencrypt(): Promise<number>;
}
