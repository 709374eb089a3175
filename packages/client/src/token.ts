import { base64url, compactVerify } from 'jose';
import { type JsonObject, parseObject } from './bytes.ts';
import { imported, type PublicKey } from './public-key.ts';
import { NotTrusted } from './result.ts';

export const MAX_TOKEN = 16 * 1024;
/** Of lists and sets, which have more content. */
export const MAX_LIST = 256 * 1024;
const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** The end of the year 9999. */
const LATEST = 253_402_300_799;

const decoder = new TextDecoder('utf-8', { fatal: true });

function decoded(part: string): JsonObject {
  try {
    const object = parseObject(decoder.decode(base64url.decode(part)));
    if (object) return object;
  } catch {}
  throw new NotTrusted('malformed');
}

/** The header of a token, which nothing proves yet. */
export function headerOf(token: string, max = MAX_TOKEN): JsonObject {
  if (token.length > max) throw new NotTrusted('too_long');
  if (!FORM.test(token)) throw new NotTrusted('malformed');
  return decoded(token.split('.')[0]!);
}

/** The claims of a token of this type that one of these keys has signed; throws `NotTrusted`. */
export async function claimsOf(token: string, type: string, keys: readonly PublicKey[], max = MAX_TOKEN): Promise<JsonObject> {
  const { alg, typ, kid, crit, b64 } = headerOf(token, max);
  if (alg !== 'EdDSA') throw new NotTrusted('wrong_algorithm');
  if (typ !== type) throw new NotTrusted('wrong_type');
  if (crit !== undefined || b64 !== undefined) throw new NotTrusted('malformed');
  const key = keys.find((each) => each.kid === kid);
  if (!key) throw new NotTrusted('unknown_key');
  return parsedPayload(await verifiedPayload(token, key));
}

async function verifiedPayload(token: string, key: PublicKey): Promise<Uint8Array> {
  try {
    return (await compactVerify(token, await imported(key), { algorithms: ['EdDSA'] })).payload;
  } catch {
    throw new NotTrusted('bad_signature');
  }
}

function parsedPayload(payload: Uint8Array): JsonObject {
  try {
    const claims = parseObject(decoder.decode(payload));
    if (claims) return claims;
  } catch {}
  throw new NotTrusted('malformed');
}

/** A time in seconds among the claims. */
export function timeIn(claims: JsonObject, name: string): number {
  const time = claims[name];
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time < 0 || time > LATEST) throw new NotTrusted('malformed');
  return time;
}

export function textIn(claims: JsonObject, name: string): string {
  const text = claims[name];
  if (typeof text !== 'string') throw new NotTrusted('malformed');
  return text;
}
