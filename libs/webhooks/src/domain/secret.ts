import { fieldError, secretBytes, ValidationFailed } from '#kernel';

const PREFIX = 'whsec_';
const RANDOM_BYTES = 32;
/** The sizes that the Standard Webhooks specification allows. */
const [MIN_BYTES, MAX_BYTES] = [24, 64];

export const newSecret = (): string => PREFIX + secretBytes('webhook-secret', RANDOM_BYTES).toString('base64');

/** The bytes that the secret encodes. */
export const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** Whether the secret is `whsec_` and base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  const bytes = keyOfSecret(text);
  return text === PREFIX + bytes.toString('base64') && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES;
}

/** Throws `ValidationFailed` unless it is a secret. */
export function assertIsSecret(secret: string): void {
  if (isSecret(secret)) return;
  const message = `A secret is \`${PREFIX}\` followed by base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes.`;
  ValidationFailed.throwIfAny([fieldError(['secret'], message)]);
}
