import { webhooks } from '@polar-sh/sdk/2026-04';
import { validateEvent } from 'polar-sdk-0/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { headersOf } from '#webhooks';
import { isExtension } from '#webhooks/contract';
import type { ReceivedWebhook } from './webhook-receiver.ts';

/** Kinds that the older client does not know; their resource has the shape of another kind. */
const SHAPES: Readonly<Record<string, string>> = {
  'subscription.cycled': 'subscription.updated',
  'subscription.paused': 'subscription.updated',
  'subscription.resumed': 'subscription.updated',
};

/** Throws unless the older client accepts the event, which it parses by its kind. */
function validateByOlderClient(type: string, body: string, headers: Record<string, string>, secret: string): void {
  const shape = SHAPES[type];
  if (shape === undefined) return void validateEvent(body, headers, secret);
  expect(() => validateEvent(body, headers, secret)).toThrow('Unknown event type');
  const renamed = body.replace(`"type":"${type}"`, `"type":"${shape}"`);
  const signed = headersOf({ id: headers['webhook-id']!, sequence: null, body: renamed }, [secret], new Date());
  validateEvent(renamed, signed, secret);
}

/** Throws unless every library accepts the signature, and both generations of the client the body of a kind that they know. */
export async function verifyWebhook({ body, headers: received }: ReceivedWebhook, secret: string): Promise<void> {
  const headers = received as Record<string, string>;
  for (const library of [StandardWebhook, SvixWebhook]) new library(secret).verify(body, headers);
  const { type } = JSON.parse(body) as { type: string };
  if (isExtension(type)) return;
  await webhooks.validateEvent(body, headers, secret);
  try {
    validateByOlderClient(type, body, headers, secret);
  } catch (error) {
    throw new Error(`${type}: ${String((error as { cause?: Error }).cause ?? error)}`, { cause: error });
  }
}
