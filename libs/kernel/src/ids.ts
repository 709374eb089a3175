import { createHash, randomUUID } from 'node:crypto';
import { bytesOfId } from './randomness.ts';

const VERSION_4 = 0x40;
const VARIANT_1 = 0x80;

/**
 * A new id, UUID version 4. Called only when something is created. When a request is repeated under an idempotency key, the n-th
 * id of a kind is the same as in the first attempt.
 */
export function newId(kind = 'id'): string {
  const bytes = bytesOfId(kind);
  return bytes ? uuidOf(bytes) : randomUUID();
}

/** The id, in the form of a UUID of version 4, of what is not stored but determined by these ids. It is always the same. */
export const derivedId = (...ids: readonly string[]): string => uuidOf(createHash('sha256').update(ids.join('/')).digest());

/** Of the first 16 bytes. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = (bytes[6]! & 0x0f) | VERSION_4;
  bytes[8] = (bytes[8]! & 0x3f) | VARIANT_1;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
