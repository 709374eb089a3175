import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretBytes } from '#kernel';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** The clock of a device may be one step ahead or behind. */
const DRIFT = 1;
const SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]!).join('');
}

/** A new secret, as hexadecimal text. */
export const newTotpSecret = (): string => secretBytes('totp-secret', SECRET_BYTES).toString('hex');

/** The number of the step that a time belongs to. */
const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** RFC 4226, with SHA-1 as all authenticator apps support it. */
export function hotp(secret: Buffer, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', secret).update(message).digest();
  const offset = digest[digest.length - 1]! & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** RFC 6238: the step whose code this is, if it is later than the last one that was used; null for any other code. */
export function matchingStep(hexSecret: string, typed: string, lastStep: number | null, now: Date): number | null {
  const secret = Buffer.from(hexSecret, 'hex');
  const code = Buffer.from(typed.replace(/\s/g, ''));
  const current = stepAt(now);
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    const expected = Buffer.from(hotp(secret, step));
    const isRight = expected.length === code.length && timingSafeEqual(expected, code);
    if (isRight && (lastStep === null || step > lastStep)) return step;
  }
  return null;
}

/** The address that authenticator apps read from a QR code. */
export const totpUri = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32(Buffer.from(secret, 'hex'))}` +
  `&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
