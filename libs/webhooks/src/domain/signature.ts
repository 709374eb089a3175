import { createHmac } from 'node:crypto';
import { keyOfSecret } from './secret.ts';

/** What is signed of a request. */
export interface SignedMessage {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

const sign = (key: string | Buffer, { id, timestamp, body }: SignedMessage): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/**
 * The header `webhook-signature`: for each secret a signature with the bytes that it encodes (Standard Webhooks), and one with its
 * whole text, which clients of the reference API verify.
 */
export const signatureHeader = (message: SignedMessage, secrets: readonly string[]): string =>
  secrets.flatMap((secret) => [sign(keyOfSecret(secret), message), sign(secret, message)]).join(' ');
