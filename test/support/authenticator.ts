import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const uint32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 0xff));

/** Flags: user present, user verified, and that a key follows. */
const VERIFIED = 0x05;
const WITH_KEY = 0x40;

/** An authenticator in software, with one passkey: it responds to a service as a browser would. */
export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly credentialId = randomBytes(16);
  private counter = 0;

  constructor(private readonly baseUrl: string) {}

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  /** The public key in COSE. */
  get publicKey(): Buffer {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const point = (label: number, value: string): Buffer =>
      Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
    return Buffer.concat([Buffer.from('a5010203262001', 'hex'), point(0x21, x!), point(0x22, y!)]);
  }

  /** The private key in PKCS #8, for the authenticator of a browser. */
  get privateKey(): Buffer {
    return this.keys.privateKey.export({ format: 'der', type: 'pkcs8' });
  }

  /** The response to a request to make a passkey. */
  create(challenge: string) {
    const length = Buffer.from([0, this.credentialId.length]);
    const data = Buffer.concat([this.data(VERIFIED | WITH_KEY), Buffer.alloc(16), length, this.credentialId, this.publicKey]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    const clientDataJSON = this.clientData('webauthn.create', challenge).toString('base64url');
    return this.credential({ clientDataJSON, attestationObject: attestation.toString('base64url'), transports: ['internal'] });
  }

  /** The response to a request for a signature. */
  get(challenge: string, { counter = ++this.counter, flags = VERIFIED }: { counter?: number; flags?: number } = {}) {
    const data = this.data(flags, counter);
    const clientData = this.clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.keys.privateKey);
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  private credential<R extends object>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private data(flags: number, counter = this.counter): Buffer {
    return Buffer.concat([sha256(new URL(this.baseUrl).hostname), Buffer.from([flags]), uint32(counter)]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: new URL(this.baseUrl).origin, crossOrigin: false }));
  }
}
