import { type Bytes, fromBase64, toBase64Url, utf8 } from './bytes.ts';
import { type Signers, TOLERANCE } from './key-set.ts';
import { isSignedBy } from './public-key.ts';
import { NotTrusted } from './result.ts';

const MAX_KEY = 1024;
const FORM = /^(?:[^]*-)?LK1\.([\w-]+)$/;
const SIGNATURE_BYTES = 64;
const HAS_NUMBER = 128;
/** A machine without a network is set by hand: a key is accepted a day before it was signed. */
const BEFORE = 24 * 60 * 60;
const LIST_SIZE = 65_536;

/** What a license key says that proves itself. Times are seconds since the epoch. */
export interface SignedLicenseKey {
  readonly serial: number;
  readonly benefitId: string;
  /** The name of the product; null if the key has none. */
  readonly product: string | null;
  /** The entitlements that are switched on, and those that have a number. */
  readonly entitlements: ReadonlyMap<string, true | number>;
  readonly signedAt: number;
  /** Null if the key does not end. */
  readonly endsAt: number | null;
  /** Where a machine that has a network finds out whether the key was revoked: see `statusIn`. */
  readonly status: { readonly index: number; readonly uri: string };
}

/** Reads bytes from the front; throws if there are not enough. */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new NotTrusted('malformed');
    return this.bytes.subarray(this.at, (this.at += length));
  }

  number(length: number): number {
    return this.take(length).reduce((value, byte) => value * 256 + byte, 0);
  }

  text(length: number): string {
    return String.fromCharCode(...this.take(length));
  }

  id(): string {
    const hex = Array.from(this.take(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}

function entitlementIn(read: Reader): readonly [string, true | number] {
  const head = read.number(1);
  const name = read.text(head % HAS_NUMBER);
  return [name, head >= HAS_NUMBER ? read.number(4) : true];
}

function contentOf(payload: Uint8Array, { issuer, organizationId }: Signers): SignedLicenseKey {
  const read = new Reader(payload);
  const [serial, signedAt, endsAt, benefitId] = [read.number(4), read.number(4), read.number(4), read.id()];
  const product = read.text(read.number(1)) || null;
  const entitlements = new Map(Array.from({ length: read.number(1) }, () => entitlementIn(read)));
  if (!read.isAtEnd) throw new NotTrusted('malformed');
  const uri = `${issuer}/.well-known/latchkey/${organizationId}/status-lists/${Math.floor(serial / LIST_SIZE)}`;
  const status = { index: serial % LIST_SIZE, uri };
  return { serial, benefitId, product, entitlements, signedAt, endsAt: endsAt || null, status };
}

/** The bytes after the mark, written in the one way that they can be. */
function bytesIn(key: string): Bytes {
  if (key.length > MAX_KEY) throw new NotTrusted('too_long');
  const body = FORM.exec(key)?.[1] ?? '';
  const bytes = fromBase64(body);
  if (!bytes || bytes.length <= SIGNATURE_BYTES || toBase64Url(bytes) !== body) throw new NotTrusted('malformed');
  return bytes;
}

/**
 * What a license key says that proves itself, with nothing but the root key that is built into the application. `now` is in seconds;
 * `benefitIds` are the benefits of which one has to be that of the key. It cannot be known without a network whether the key was revoked,
 * or on how many machines it is used. Throws `NotTrusted`.
 */
export async function verifySignedKey(
  key: string,
  signers: Signers,
  { now, benefitIds }: { readonly now: number; readonly benefitIds?: readonly string[] | undefined },
): Promise<SignedLicenseKey> {
  const bytes = bytesIn(key);
  const payload = bytes.subarray(0, bytes.length - SIGNATURE_BYTES);
  const head = utf8(`latchkey-signed-key\n${key.slice(0, key.lastIndexOf('.') + 1)}`);
  const message = new Uint8Array(head.length + payload.length);
  message.set(head);
  message.set(payload, head.length);
  const { rootKey: x, verify } = signers;
  if (!(await isSignedBy({ x, verify }, message, bytes.subarray(payload.length)))) throw new NotTrusted('bad_signature');
  const content = contentOf(payload, signers);
  if (benefitIds && !benefitIds.includes(content.benefitId)) throw new NotTrusted('wrong_benefit');
  if (content.endsAt !== null && now < content.signedAt - BEFORE) throw new NotTrusted('not_yet_valid');
  if (content.endsAt !== null && now >= content.endsAt + TOLERANCE) throw new NotTrusted('expired');
  return content;
}
