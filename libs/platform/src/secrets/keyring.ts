import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What a secret is derived for; digests and ciphertexts of different purposes have nothing in common. */
export type Purpose = 'access-token' | 'license-key' | 'invitation-token' | 'sign-in-code' | 'upload-address';

export class SecretKeyMissing extends Error {
  constructor() {
    super('Sealed with a key that is not in SECRET_KEY');
  }
}

interface Derived {
  readonly id: Buffer;
  readonly sealing: KeyObject;
  readonly digesting: Record<Purpose, KeyObject>;
}

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const derive = (master: Buffer, use: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `latchkey/${use}`, length));

/** Node takes a key that it has made ready five times as fast as its bytes. */
const secretFor = (master: Buffer, use: string): KeyObject => createSecretKey(derive(master, use));

/**
 * The service's secret keys. The first one seals and digests what is new, all of them open and find what is old, so a key
 * is rotated by putting the new one in front.
 * Sealed form: key id (4 bytes), nonce (12), tag (16), ciphertext; AES-256-GCM. Digest: HMAC-SHA-256, 32 bytes.
 */
export class Keyring {
  private readonly keys: readonly Derived[];

  constructor(masters: readonly Buffer[]) {
    this.keys = masters.map((master) => ({
      id: derive(master, 'key-id', KEY_ID_BYTES),
      sealing: secretFor(master, 'seal'),
      digesting: {
        'access-token': secretFor(master, 'digest/access-token'),
        'license-key': secretFor(master, 'digest/license-key'),
        'invitation-token': secretFor(master, 'digest/invitation-token'),
        'sign-in-code': secretFor(master, 'digest/sign-in-code'),
        'upload-address': secretFor(master, 'digest/upload-address'),
      },
    }));
  }

  /** How many digests a secret has. */
  get size(): number {
    return this.keys.length;
  }

  /** What everything begins with that the first key has sealed. */
  get currentKeyId(): Buffer {
    return this.keys[0]!.id;
  }

  digest(purpose: Purpose, secret: string): Buffer {
    return this.digestWith(this.keys[0]!, purpose, secret);
  }

  /** The secret's digests under every key, the newest first. */
  digests(purpose: Purpose, secret: string): Buffer[] {
    return this.keys.map((key) => this.digestWith(key, purpose, secret));
  }

  /** Whether it is the secret's digest under any key; takes as long for a wrong one as for a right one. */
  isDigest(purpose: Purpose, secret: string, given: Buffer): boolean {
    const digests = this.digests(purpose, secret);
    return digests.some((digest) => digest.length === given.length && timingSafeEqual(digest, given));
  }

  private digestWith(key: Derived, purpose: Purpose, secret: string): Buffer {
    return createHmac('sha256', key.digesting[purpose]).update(secret).digest();
  }

  encrypt(secret: string): Buffer {
    const key = this.keys[0]!;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.sealing, nonce);
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([key.id, nonce, cipher.getAuthTag(), text]);
  }

  /** Throws `SecretKeyMissing` when no key of the ring sealed it, and another error when it was tampered with. */
  decrypt(sealed: Buffer): string {
    const id = sealed.subarray(0, KEY_ID_BYTES);
    const key = this.keys.find((candidate) => candidate.id.equals(id));
    if (!key) throw new SecretKeyMissing();
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const tag = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key.sealing, nonce, { authTagLength: TAG_BYTES }).setAuthTag(tag);
    return decipher.update(sealed.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
