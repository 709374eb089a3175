import { fromBase64, type JsonObject, parseObject, utf8, utf8Text } from './bytes.ts';
import { isSignedBy, type PublicKey } from './public-key.ts';
import { NotTrusted } from './result.ts';

export const MAX_TOKEN = 16 * 1024;
/** The longest token of lists and sets, which have more content. */
export const MAX_LIST = 256 * 1024;
const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** The end of the year 9999. */
const LATEST = 253_402_300_799;

function decoded(part: string): JsonObject {
  const bytes = fromBase64(part);
  try {
    const object = bytes && parseObject(utf8Text(bytes));
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
  const [signed, payload, signature] = partsOf(token);
  if (!signature || !(await isSignedBy(key, utf8(signed), signature))) throw new NotTrusted('bad_signature');
  return decoded(payload);
}

/** What is signed, the payload, and the signature. */
function partsOf(token: string): [string, string, Uint8Array | undefined] {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  return [`${header}.${payload}`, payload, fromBase64(signature)];
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
