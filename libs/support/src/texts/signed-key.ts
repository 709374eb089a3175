import { frontOf } from './typed-text.ts';

/**
 * License keys that prove themselves (docs/licensing/signed-keys.md): `PREFIX-LK1.` and, in base64url, a payload and its Ed25519
 * signature. Numbers are unsigned and big-endian.
 *
 * | bytes     | what                                                                                    |
 * | --------- | --------------------------------------------------------------------------------------- |
 * | 4         | the serial number: the place in the status lists of the organization                    |
 * | 4         | when it was signed, in seconds since 1970                                               |
 * | 4         | when it ends, in seconds since 1970; 0 if it does not                                   |
 * | 16        | the ID of the benefit                                                                   |
 * | 1, n      | the length of the name of the product, 0 if it has none, and the name                   |
 * | 1         | the number of entitlements                                                              |
 * | 1, n, (4) | of each: the length of its name, plus 128 if a number follows; the name; the number     |
 * | 64        | the signature                                                                           |
 */
export const SIGNED_KEY_MARK = 'LK1.';
const SIGNATURE_BYTES = 64;
const HAS_NUMBER = 128;
const HIGHEST = 0xffff_ffff;
/** Places in status lists are numbered so far. */
const HIGHEST_SERIAL = 0x7fff_ffff;
const MS = 1000;

/** As many characters as a license key has at most. */
export const LONGEST_KEY = 255;

/** What the keys of a benefit say that prove themselves. */
export interface SignedKeyFormat {
  readonly type: 'signed';
  /** The name of the product, for applications that compare it. */
  readonly product?: string | undefined;
  /** The names of the entitlements that are carried, if the key has them. */
  readonly entitlements?: string[] | undefined;
  /** The text ends so many days after it was signed, if the key does not end before. */
  readonly validDays?: number | undefined;
}

/** A switch that is on, or a number. */
export type CarriedValue = true | number;

/** What a signed key says. */
export interface SignedKeyFacts {
  readonly serial: number;
  readonly signedAt: Date;
  readonly endsAt: Date | null;
  readonly benefitId: string;
  readonly product: string | null;
  readonly entitlements: ReadonlyMap<string, CarriedValue>;
}

/** Whether an entitlement has a value that a signed key can carry. */
export const isCarried = (value: unknown): value is CarriedValue =>
  value === true || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= HIGHEST);

/** What precedes payload and signature. It is signed too. */
const headOf = (prefix: string | null): string => [frontOf(prefix), SIGNED_KEY_MARK].filter((part) => part !== null).join('-');

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const seconds = (time: Date): Buffer => uint32(Math.min(Math.floor(time.getTime() / MS), HIGHEST));

const entitlementBytes = ([name, value]: readonly [string, CarriedValue]): Buffer =>
  Buffer.concat([
    Buffer.from([name.length + (value === true ? 0 : HAS_NUMBER)]),
    Buffer.from(name),
    value === true ? Buffer.alloc(0) : uint32(value),
  ]);

function payloadOf({ serial, signedAt, endsAt, benefitId, product, entitlements }: SignedKeyFacts): Buffer {
  return Buffer.concat([
    uint32(serial),
    seconds(signedAt),
    endsAt ? seconds(endsAt) : uint32(0),
    Buffer.from(benefitId.replaceAll('-', ''), 'hex'),
    Buffer.from([product?.length ?? 0]),
    Buffer.from(product ?? ''),
    Buffer.from([entitlements.size]),
    ...[...entitlements].map(entitlementBytes),
  ]);
}

/** The text of a signed key. `sign` gets what is signed, which is no token and no answer to a request. */
export function signedKey(prefix: string | null, facts: SignedKeyFacts, sign: (message: Buffer) => Buffer): string {
  const head = headOf(prefix);
  const payload = payloadOf(facts);
  const signature = sign(Buffer.concat([Buffer.from(`latchkey-signed-key\n${head}`), payload]));
  return head + Buffer.concat([payload, signature]).toString('base64url');
}

const LONGEST = {
  serial: 0,
  signedAt: new Date(0),
  endsAt: null,
  benefitId: '00000000-0000-4000-8000-000000000000',
};

/** How many characters the keys of a benefit have at most. */
export function signedKeyLength(prefix: string | null, { product = '', entitlements = [] }: SignedKeyFormat): number {
  const facts = { ...LONGEST, product, entitlements: new Map(entitlements.map((name) => [name, 0])) };
  return signedKey(prefix, facts, () => Buffer.alloc(SIGNATURE_BYTES)).length;
}

/** Where the status of a signed key is, and until when it is asked for. */
export interface SignedKeyPlace {
  readonly serial: number;
  readonly endsAt: Date | null;
}

/** What a text says that the service has signed; undefined for a key of another form. Nothing is verified. */
export function placeOfSignedKey(text: string): SignedKeyPlace | undefined {
  const body = text.lastIndexOf('.') + 1;
  const head = text.slice(0, body);
  if (head !== SIGNED_KEY_MARK && !head.endsWith(`-${SIGNED_KEY_MARK}`)) return undefined;
  const bytes = Buffer.from(text.slice(body), 'base64url');
  if (bytes.length <= SIGNATURE_BYTES) return undefined;
  const [serial, ends] = [bytes.readUInt32BE(0), bytes.readUInt32BE(8)];
  if (serial > HIGHEST_SERIAL) return undefined;
  return { serial, endsAt: ends === 0 ? null : new Date(ends * MS) };
}
