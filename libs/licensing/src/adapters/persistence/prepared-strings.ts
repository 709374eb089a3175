import { mapInSlices } from '#support/slices';
import type { Keyring } from '#engine/secrets';
import type { StringKind } from '../../domain/keys/key-string.ts';
import type { PreparedString } from '../../domain/pools/pool-contents.ts';
import { formDigests } from './sql/typed-strings.ts';

/** Encrypts strings of future keys, and digests them and their normal forms under every secret. */
export const preparedStrings = (
  strings: readonly string[],
  kind: StringKind,
  keyring: Keyring,
): Promise<readonly PreparedString[]> =>
  mapInSlices(strings, (key) => {
    const forms = formDigests(keyring, key, kind);
    const digests = keyring.digests('license-key', key).map((digest, secret) => ({ digest, form: forms[secret]! }));
    return { key, kind, encryptedKey: keyring.encrypt(key), digests };
  });
