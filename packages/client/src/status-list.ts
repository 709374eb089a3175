import { type Bytes, fromBase64, isObject } from './bytes.ts';
import { TOLERANCE } from './key-set.ts';
import type { PublicKey } from './public-key.ts';
import { NotTrusted } from './result.ts';
import { type RuntimeOptions, UnsupportedRuntime } from './runtime.ts';
import { claimsOf, MAX_LIST, timeIn } from './token.ts';

const TYPE = 'statuslist+jwt';
const MAX_BYTES = 1024 * 1024;

export type Status = 'valid' | 'revoked' | 'suspended';
const STATUSES: readonly (Status | undefined)[] = ['valid', 'revoked', 'suspended'];

/** The status at a place of a signed list (IETF Token Status List). `now` is in seconds. Throws `UnsupportedRuntime` too. */
export async function statusIn(
  token: string,
  place: { readonly index: number; readonly uri: string },
  keys: readonly PublicKey[],
  { now, inflate }: { readonly now: number } & Pick<RuntimeOptions, 'inflate'>,
): Promise<{ readonly status: Status; readonly issuedAt: number }> {
  const claims = await claimsOf(token, TYPE, keys, MAX_LIST);
  if (claims['sub'] !== place.uri) throw new NotTrusted('wrong_request');
  const issuedAt = timeIn(claims, 'iat');
  if (now >= timeIn(claims, 'exp') + TOLERANCE) throw new NotTrusted('expired');
  const list = claims['status_list'];
  if (!isObject(list) || list['bits'] !== 2 || typeof list['lst'] !== 'string') throw new NotTrusted('malformed');
  const bytes = await inflated(list['lst'], inflate);
  const byte = bytes[Math.floor(place.index / 4)];
  const status = byte === undefined ? undefined : STATUSES[(byte >> ((place.index % 4) * 2)) & 3];
  if (!status) throw new NotTrusted('malformed');
  return { status, issuedAt };
}

/** Never more than `MAX_BYTES`, whatever the list expands to. */
async function inflated(text: string, inflate: RuntimeOptions['inflate']): Promise<Uint8Array> {
  const packed = fromBase64(text);
  if (!packed) throw new NotTrusted('malformed');
  if (!inflate) return inflatedByStream(packed);
  const bytes = await Promise.resolve(packed)
    .then(inflate)
    .catch(() => {
      throw new NotTrusted('malformed');
    });
  if (bytes.length > MAX_BYTES) throw new NotTrusted('too_long');
  return bytes;
}

async function inflatedByStream(packed: Bytes): Promise<Uint8Array> {
  if (!('DecompressionStream' in globalThis)) throw new UnsupportedRuntime(['inflate']);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > MAX_BYTES) {
        await reader.cancel();
        throw new NotTrusted('too_long');
      }
      parts.push(value);
    }
  } catch (error) {
    throw error instanceof NotTrusted ? error : new NotTrusted('malformed');
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
