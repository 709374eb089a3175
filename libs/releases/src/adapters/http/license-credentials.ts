import { DomainError } from '#kernel';
import { plainForm } from '#support/texts';
import { described, optional, text, uuid4 } from '#platform/wire';
import type { CountedFailures } from '#platform/http';
import type { PresentedKey, PresentedToken } from '../../commands/licensed-releases.ts';

/** The longest header that is looked at: texts beyond are no license keys. */
const MOST = 2_048;
const BEARER = /^Bearer ([\x21-\x7e]+)$/i;
const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;

/** The request presents no license key. */
export class LicenseKeyMissing extends DomainError {
  readonly kind = 'not-authenticated';

  constructor() {
    super('The request has no license key. Send it in the header `Authorization: Bearer <license key>`.');
  }

  override get error(): string {
    return 'Unauthorized';
  }
}

/** The header in which clients present license keys. */
export const AUTHORIZATION = { authorization: described(optional(text({ max: MOST })), 'The license key, as bearer token.') };

export const PRODUCT = { product: described(uuid4(), 'The ID of the product.') };

/** A product, and the download token of an address that has one. */
export const PRODUCT_OR_TOKEN = { ...PRODUCT, token: described(optional(text({ max: 100 })), 'A download token.') };

/** The key of a request: the bearer token, or the password of Basic credentials, which package managers send. */
export function presentedKey(authorization: string | undefined): string {
  const given = authorization?.trim() ?? '';
  const key = BEARER.exec(given)?.[1] ?? passwordIn(BASIC.exec(given)?.[1]);
  if (!key) throw new LicenseKeyMissing();
  return key;
}

/** The license key of a request, presented for a product. */
export const presentedFor = (
  productId: string,
  { authorization }: PresentingInput['headers'],
  origin: PresentedKey['origin'],
): PresentedKey => ({ productId, key: presentedKey(authorization), origin });

/** What a request presents: the token of its address, or the license key of its header. */
export const presentedBy = (
  { path, headers }: { readonly path: ProductPath; readonly headers: PresentingInput['headers'] },
  origin: PresentedKey['origin'],
): PresentedKey | PresentedToken =>
  path.token === undefined ? presentedFor(path.product, headers, origin) : { productId: path.product, token: path.token };

/** What a license key gets is its own: no cache between gives it to another one, and the client asks each time whether it still has it. */
export const PRIVATE = { 'cache-control': 'private, no-cache', vary: 'authorization', 'referrer-policy': 'no-referrer' };

function passwordIn(encoded: string | undefined): string | undefined {
  const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return password !== undefined && password.length <= MOST && !password.includes('\0') ? password : undefined;
}

interface ProductPath {
  readonly product: string;
  readonly token?: string | undefined;
}

interface PresentingInput {
  readonly path?: { readonly token?: string | undefined } | undefined;
  readonly headers: { readonly authorization?: string | undefined };
}

/** Limits how many unknown keys and tokens a network can present to the engines of releases. */
export const UNKNOWN_KEYS = {
  quota: 'keyFailures',
  name: 'unknown keys of releases',
  isFailure: (error) => error instanceof DomainError && error.code === 'NOT_FOUND',
  attemptOf: ({ headers, path }: PresentingInput) => ({
    within: 'releases',
    guess: () => path?.token ?? plainForm(presentedKey(headers.authorization)),
  }),
} as const satisfies CountedFailures;
