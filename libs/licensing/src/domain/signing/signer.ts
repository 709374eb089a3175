import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** The public part of a signing key, as a JSON Web Key. */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** The public key, base64url. */
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** The thumbprint of the public key (RFC 7638). */
const thumbprint = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

export function publicJwk(x: string): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA' };
}

/** Signs with one Ed25519 key. */
export class Signer {
  /** The encoded header of each type of token. */
  private readonly headers = new Map<string, string>();

  private constructor(
    private readonly key: KeyObject,
    readonly jwk: PublicJwk,
  ) {}

  /** A signer with a new key. */
  static create(): Signer {
    return Signer.of(generateKeyPairSync('ed25519').privateKey);
  }

  /** From the private key in PKCS #8, DER. */
  static from(pkcs8: Buffer): Signer {
    return Signer.of(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
  }

  private static of(key: KeyObject): Signer {
    return new Signer(key, publicJwk(createPublicKey(key).export({ format: 'jwk' }).x!));
  }

  get kid(): string {
    return this.jwk.kid;
  }

  /** The private key in PKCS #8, DER. */
  get pkcs8(): Buffer {
    return this.key.export({ format: 'der', type: 'pkcs8' });
  }

  /** A JSON Web Token in the compact form. */
  token(type: string, claims: object): string {
    const input = `${this.headerOf(type)}.${base64url(JSON.stringify(claims))}`;
    return `${input}.${this.sign(input).toString('base64url')}`;
  }

  sign(message: string | Buffer): Buffer {
    return sign(null, Buffer.from(message), this.key);
  }

  private headerOf(type: string): string {
    const known = this.headers.get(type);
    if (known) return known;
    const header = base64url(JSON.stringify({ alg: 'EdDSA', kid: this.kid, typ: type }));
    this.headers.set(type, header);
    return header;
  }
}
