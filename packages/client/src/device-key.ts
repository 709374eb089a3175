import { isObject, type JsonObject, parseObject, toBase64Url, utf8 } from './bytes.ts';
import type { Lease } from './lease.ts';
import { VERSION } from './mailed-file.ts';
import { signingCrypto } from './runtime.ts';
import type { Storage } from './storage/storage.ts';

const DEACTIVATION_TYPE = 'latchkey-deactivation+jwt';
const KEY = 'device-key';

/** The key of this installation, which proves that a deactivation comes from the machine that asked for the lease. */
export class DeviceKey {
  constructor(private readonly storage: Storage) {}

  /** The public key (Ed25519, base64url). The key is made when it is asked for first. */
  async publicKey(): Promise<string> {
    return (await this.stored()).x;
  }

  /** A JSON Web Token of this type, signed with the key. */
  async signed(typ: string, claims: JsonObject): Promise<string> {
    const jwk = await this.stored();
    const header = { alg: 'EdDSA', typ, jwk: { kty: 'OKP', crv: 'Ed25519', x: jwk.x } };
    const signed = [header, claims].map((part) => toBase64Url(utf8(JSON.stringify(part)))).join('.');
    const privateKey = await signingCrypto((subtle) => subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign']));
    const signature = await signingCrypto((subtle) => subtle.sign('Ed25519', privateKey, utf8(signed)));
    return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
  }

  /** That the lease is not used any more: the content of a deactivation file. */
  signedDeactivation({ licenseKeyId, activationId, id }: Lease, organizationId: string, now: number): Promise<string> {
    const claims = { version: VERSION, aud: organizationId, sub: licenseKeyId, activation_id: activationId, lease: id, iat: now };
    return this.signed(DEACTIVATION_TYPE, claims);
  }

  forget(): Promise<void> {
    return this.storage.remove(KEY);
  }

  private async stored(): Promise<StoredKey> {
    const stored = parseObject((await this.storage.read(KEY)) ?? '');
    if (isStoredKey(stored)) return stored;
    const made = await newKey();
    await this.storage.write(KEY, JSON.stringify(made));
    return made;
  }
}

type SigningKey = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>;

/** A private Ed25519 key, as a JSON Web Key. */
interface StoredKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly d: string;
}

const isStoredKey = (stored: unknown): stored is StoredKey =>
  isObject(stored) && stored['kty'] === 'OKP' && typeof stored['x'] === 'string' && typeof stored['d'] === 'string';

const newKey = (): Promise<StoredKey> =>
  signingCrypto(async (subtle) => {
    const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const { x, d } = await subtle.exportKey('jwk', (pair as { readonly privateKey: SigningKey }).privateKey);
    return { kty: 'OKP', crv: 'Ed25519', x: x!, d: d! };
  });
