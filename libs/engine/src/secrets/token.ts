import { crc32 } from 'node:zlib';
import { secretBytes } from '#kernel';

const PREFIXES = {
  oat: 'latchkey_oat_',
  pat: 'latchkey_pat_',
  cst: 'latchkey_cst_',
  mst: 'latchkey_mst_',
  us: 'latchkey_us_',
  dt: 'latchkey_dt_',
  at: 'latchkey_at_',
  mt: 'latchkey_mt_',
  rt: 'latchkey_rt_',
  ac: 'latchkey_ac_',
  crt: 'latchkey_crt_',
  cs: 'latchkey_cs_',
} as const;
/**
 * Kinds of tokens: organization access token, personal access token, customer session, member session, user session, download token;
 * and of OAuth:
 * access token, access token for MCP, refresh token, authorization code, client registration token, client secret.
 */
export type TokenKind = keyof typeof PREFIXES;

/** What tokens of a kind begin with. */
export const prefixOf = (kind: TokenKind): string => PREFIXES[kind];

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** A new token: prefix, 32 random bytes in base62, checksum. Only its keyed digest is stored. */
export function newToken(kind: TokenKind): string {
  const body = PREFIXES[kind] + base62(BigInt(`0x${secretBytes(kind, RANDOM_BYTES).toString('hex')}`), RANDOM_LENGTH);
  return body + checksum(body);
}

/** A single-use secret: 32 random bytes in base64url. */
export const newSecret = (): string => secretBytes('secret', RANDOM_BYTES).toString('base64url');

/** The kind of a well-formed token; undefined for anything else, so that a typo needs no database query. */
export function kindOfToken(token: string): TokenKind | undefined {
  const kind = (Object.keys(PREFIXES) as TokenKind[]).find((each) => token.startsWith(PREFIXES[each]));
  if (!kind || token.length !== PREFIXES[kind].length + RANDOM_LENGTH + CHECKSUM_LENGTH) return undefined;
  const body = token.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === token.slice(-CHECKSUM_LENGTH) ? kind : undefined;
}
