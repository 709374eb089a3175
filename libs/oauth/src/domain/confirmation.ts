import { createHash, randomBytes } from 'node:crypto';
import type { StateEntry, StatePayload } from './openid-state.ts';

/** Confirms that a call that changes something was shown. It is kept beside the state of the provider, which is deleted likewise. */
export const CONFIRMATION = 'Confirmation';
const LIFETIME_MS = 10 * 60_000;
const RANDOM_BYTES = 32;

const digestOf = (...parts: (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('base64url');

/** A confirmation of this call: who may make it, where, and with which arguments. Each has another id. */
export function confirmationOf(call: string, now: Date): StateEntry {
  const id = digestOf(randomBytes(RANDOM_BYTES), call);
  const payload = { jti: id, call: digestOf(call) };
  return { model: CONFIRMATION, id, payload, expiresAt: new Date(now.getTime() + LIFETIME_MS) };
}

export const confirms = (payload: StatePayload, call: string): boolean => payload['call'] === digestOf(call);
