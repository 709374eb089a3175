import { fromBase64, isObject } from './bytes.ts';
import { isGenuine, type Verify } from './runtime.ts';

/** A public Ed25519 key, as a JSON Web Key. */
export interface PublicKey {
  readonly kid: string;
  /** The key itself, base64url. */
  readonly x: string;
  /** How its signatures are verified; with WebCrypto if left out. */
  readonly verify?: Verify | undefined;
}

const X = /^[\w-]{43}$/;

export const isPublicKeyText = (x: unknown): x is string => typeof x === 'string' && X.test(x);

/** The Ed25519 keys among these; others are not for us. */
export const publicKeysAmong = (keys: unknown, verify: Verify | undefined): PublicKey[] =>
  Array.isArray(keys)
    ? keys.flatMap((key: unknown) => {
        if (!isObject(key) || key['kty'] !== 'OKP' || key['crv'] !== 'Ed25519') return [];
        const { kid, x } = key;
        return typeof kid === 'string' && isPublicKeyText(x) ? [{ kid, x, verify }] : [];
      })
    : [];

/** The algorithm comes with the key, never from what it verifies. */
export const isSignedBy = (
  { x, verify }: Pick<PublicKey, 'x' | 'verify'>,
  data: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> => isGenuine({ signature, data, publicKey: fromBase64(x)! }, verify);
