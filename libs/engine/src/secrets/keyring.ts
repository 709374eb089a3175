import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { pooledRandomBytes } from './random-pool.ts';

/** What a digest is for. Each purpose has a key of its own, so digests of one secret for two purposes are unrelated. */
const PURPOSES = [
  'access-token',
  'license-key',
  'license-key-form',
  'invitation-token',
  'email-change',
  'sign-in-code',
  'user-sign-in-code',
  'second-factor',
  'recovery-code',
  'single-sign-on',
  'trial',
  'trial-device',
  'upload-address',
  'download-address',
  'download-token',
  'device-sign-in',
  'device-user-code',
  'client-network',
  'known-device',
  'page-session',
  'device-component',
  'rate-limit',
  'idempotency-key',
  'openid-state',
  'page-form',
  'secret-key',
] as const;
export type Purpose = (typeof PURPOSES)[number];

export class SecretKeyMissing extends Error {
  constructor() {
    super('Encrypted with a key that is not in SECRET_KEY');
  }
}

interface DerivedKeys {
  readonly id: Buffer;
  readonly encryption: KeyObject;
  readonly digest: Record<Purpose, KeyObject>;
}

/** The bytes at the beginning of an encrypted value that name its key. */
export const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** HKDF. The values of `use`, such as `seal`, must never change: stored ciphertexts and digests depend on them. */
const derive = (master: Buffer, use: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `latchkey/${use}`, length));

/** A `KeyObject`, because Node starts using it five times as fast as raw bytes. */
const derivedKey = (master: Buffer, use: string): KeyObject => createSecretKey(derive(master, use));

/**
 * The secret keys of the service. The first key encrypts and digests; all keys decrypt and match existing digests. So a key is
 * rotated by putting a new one first.
 * Encrypted format: key id (4 bytes), nonce (12), tag (16), ciphertext; AES-256-GCM. Digest: HMAC-SHA-256, 32 bytes.
 */
export class Keyring {
  private readonly keys: readonly DerivedKeys[];

  constructor(masters: readonly Buffer[]) {
    this.keys = masters.map((master) => ({
      id: derive(master, 'key-id', KEY_ID_BYTES),
      encryption: derivedKey(master, 'seal'),
      digest: Object.fromEntries(
        PURPOSES.map((purpose) => [purpose, derivedKey(master, `digest/${purpose}`)]),
      ) as DerivedKeys['digest'],
    }));
  }

  /** The number of keys, and so of digests of a secret. */
  get size(): number {
    return this.keys.length;
  }

  /** The prefix of everything that the first key has encrypted. */
  get currentKeyId(): Buffer {
    return this.keys[0]!.id;
  }

  digest(purpose: Purpose, secret: string): Buffer {
    return this.digestWith(this.keys[0]!, purpose, secret);
  }

  /** The digests of the secret under every key, the newest key first. */
  digests(purpose: Purpose, secret: string): Buffer[] {
    return this.keys.map((key) => this.digestWith(key, purpose, secret));
  }

  /** Whether `given` is the digest of the secret under any key. The comparison takes constant time. */
  isDigest(purpose: Purpose, secret: string, given: Buffer): boolean {
    const digests = this.digests(purpose, secret);
    return digests.some((digest) => digest.length === given.length && timingSafeEqual(digest, given));
  }

  private digestWith(keys: DerivedKeys, purpose: Purpose, secret: string): Buffer {
    return createHmac('sha256', keys.digest[purpose]).update(secret).digest();
  }

  /** What is encrypted for a purpose is decrypted for that purpose only. */
  encrypt(secret: string, purpose = ''): Buffer {
    return this.encryptBytes(Buffer.from(secret), purpose);
  }

  encryptBytes(secret: Buffer, purpose = ''): Buffer {
    const key = this.keys[0]!;
    const nonce = pooledRandomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.encryption, nonce);
    if (purpose !== '') cipher.setAAD(Buffer.from(purpose));
    const [text, rest] = [cipher.update(secret), cipher.final()];
    return Buffer.concat([key.id, nonce, cipher.getAuthTag(), text, rest]);
  }

  /** Whether one of the keys encrypted it. */
  hasKeyOf(encrypted: Buffer): boolean {
    const id = encrypted.subarray(0, KEY_ID_BYTES);
    return this.keys.some((key) => key.id.equals(id));
  }

  /** Throws `SecretKeyMissing` if no key of the ring encrypted it, and another error if it was modified. */
  decrypt(encrypted: Buffer, purpose = ''): string {
    return this.decryptBytes(encrypted, purpose).toString();
  }

  decryptBytes(encrypted: Buffer, purpose = ''): Buffer {
    const id = encrypted.subarray(0, KEY_ID_BYTES);
    const key = this.keys.find((candidate) => candidate.id.equals(id));
    if (!key) throw new SecretKeyMissing();
    const nonce = encrypted.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const tag = encrypted.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key.encryption, nonce, { authTagLength: TAG_BYTES }).setAuthTag(tag);
    if (purpose !== '') decipher.setAAD(Buffer.from(purpose));
    return Buffer.concat([decipher.update(encrypted.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
