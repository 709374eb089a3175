import { type CryptoKey, importJWK } from 'jose';
import { isObject } from './bytes.ts';

/** A public Ed25519 key, as a JSON Web Key. */
export interface PublicKey {
  readonly kid: string;
  /** The key itself, base64url. */
  readonly x: string;
}

const X = /^[\w-]{43}$/;

export const isPublicKeyText = (x: unknown): x is string => typeof x === 'string' && X.test(x);

/** The Ed25519 keys among these; others are not for us. */
export const publicKeysAmong = (keys: unknown): PublicKey[] =>
  Array.isArray(keys)
    ? keys.flatMap((key: unknown) => {
        if (!isObject(key) || key['kty'] !== 'OKP' || key['crv'] !== 'Ed25519') return [];
        const { kid, x } = key;
        return typeof kid === 'string' && isPublicKeyText(x) ? [{ kid, x }] : [];
      })
    : [];

/** The algorithm comes with the key, never from what it verifies. */
export const imported = async ({ x }: Pick<PublicKey, 'x'>): Promise<CryptoKey> =>
  (await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA')) as CryptoKey;
