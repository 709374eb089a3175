import { type Bytes, fromBase64, toBase64Url } from './bytes.ts';

/** Whether an Ed25519 signature of the data is genuine. The order of the arguments is that of `@noble/ed25519`. */
export type Verify = (signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array) => boolean | Promise<boolean>;

/** What an application supplies where its runtime lacks it. */
export interface RuntimeOptions {
  /** Without one: WebCrypto, if it has Ed25519. */
  readonly verify?: Verify;
  /** Random UUIDs, from a generator for cryptography. Without one: that of WebCrypto. */
  readonly randomUUID?: () => string;
  /** Decompresses the zlib format (RFC 1950). Without one: `DecompressionStream`. */
  readonly inflate?: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

/** The option that supplies what is missing; `ed25519_signing` cannot be supplied. */
export type Missing = 'fetch' | 'inflate' | 'randomUUID' | 'verify' | 'ed25519_signing';

const HELP: Readonly<Record<Missing, string>> = {
  fetch: 'There is no `fetch`. Pass one as the option `fetch`.',
  inflate: 'There is no `DecompressionStream`. Pass a function that decompresses zlib data as the option `inflate`.',
  randomUUID: 'There is no random generator (`crypto.getRandomValues`). Pass a function as the option `randomUUID`.',
  verify:
    'Ed25519 signatures cannot be verified: WebCrypto lacks Ed25519, or the page is not on HTTPS. Pass a function as the option `verify`.',
  ed25519_signing: 'WebCrypto cannot sign with Ed25519, which activation by file needs.',
};

/** The runtime lacks something that the application can supply. */
export class UnsupportedRuntime extends Error {
  constructor(readonly missing: readonly Missing[]) {
    super(missing.map((each) => HELP[each]).join(' '));
    this.name = 'UnsupportedRuntime';
  }
}

type WebCrypto = typeof globalThis.crypto;

const webCrypto = (): Partial<WebCrypto> => (globalThis as { crypto?: Partial<WebCrypto> }).crypto ?? {};

/** Test 2 of RFC 8032. */
const KNOWN = {
  publicKey: fromBase64('PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=')!,
  data: new Uint8Array([0x72]),
  signature: fromBase64('kqAJqfDUyrhyDoILX2QlQKKye1QWUD+Ps3YiI+vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA==')!,
};

export async function verifiesKnown(verify: Verify): Promise<boolean> {
  try {
    const { signature, data, publicKey } = KNOWN;
    return (await verify(signature, data, publicKey)) && !(await verify(signature, new Uint8Array([0x73]), publicKey));
  } catch {
    return false;
  }
}

let hasWebCryptoVerify: Promise<boolean> | undefined;

async function verifyWithWebCrypto(signature: Uint8Array, data: Uint8Array, publicKey: Uint8Array): Promise<boolean> {
  const { subtle } = webCrypto();
  const key = await subtle!.importKey('raw', publicKey as Bytes, 'Ed25519', false, ['verify']);
  return subtle!.verify('Ed25519', key, signature as Bytes, data as Bytes);
}

const verifiesItself = (): Promise<boolean> => (hasWebCryptoVerify ??= verifiesKnown(verifyWithWebCrypto));

/** Throws `UnsupportedRuntime` if no signature could be verified here at all. A signature or key of the wrong form is not genuine. */
export async function isGenuine(
  { signature, data, publicKey }: { readonly signature: Uint8Array; readonly data: Uint8Array; readonly publicKey: Uint8Array },
  verify: Verify | undefined,
): Promise<boolean> {
  try {
    return await (verify ?? verifyWithWebCrypto)(signature, data, publicKey);
  } catch {
    const isAble = await (verify ? verifiesKnown(verify) : verifiesItself());
    if (!isAble) throw new UnsupportedRuntime(['verify']);
    return false;
  }
}

/** What the library needs of its runtime: each part is given by the application, or found. */
export class Runtime {
  private verifies: Promise<boolean> | undefined;

  constructor(private readonly given: RuntimeOptions & { readonly fetch?: unknown }) {}

  /** What is missing for requests and the verification of their answers. */
  async missing(): Promise<Missing[]> {
    this.verifies ??= this.given.verify ? verifiesKnown(this.given.verify) : verifiesItself();
    const { getRandomValues } = webCrypto();
    return [
      ...((this.given.fetch ?? (globalThis as { fetch?: unknown }).fetch) ? [] : (['fetch'] as const)),
      ...((this.given.randomUUID ?? getRandomValues) ? [] : (['randomUUID'] as const)),
      ...((await this.verifies) ? [] : (['verify'] as const)),
    ];
  }

  /** A page that is not on HTTPS has random bytes, but no `randomUUID`. */
  randomUUID(): string {
    if (this.given.randomUUID) return this.given.randomUUID();
    const bytes = randomBytes(16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /** A nonce. */
  randomText(): string {
    if (this.given.randomUUID) return `${this.randomUUID()}${this.randomUUID()}`.replace(/-/g, '');
    return toBase64Url(randomBytes(24));
  }
}

function randomBytes(length: number): Uint8Array {
  if (!webCrypto().getRandomValues) throw new UnsupportedRuntime(['randomUUID']);
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Throws `UnsupportedRuntime` if an operation on keys of WebCrypto fails. */
export async function signingCrypto<T>(operation: (subtle: WebCrypto['subtle']) => Promise<T>): Promise<T> {
  const { subtle } = webCrypto();
  try {
    if (subtle) return await operation(subtle);
  } catch {}
  throw new UnsupportedRuntime(['ed25519_signing']);
}
