import { BadRequest } from '#kernel';
import type { ProviderUpdate, SubscriptionUpdate } from './provider-updates.ts';

export const PROVIDERS = ['stripe', 'paddle', 'lemon_squeezy'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** A request to a webhook. Names of headers are in lower case. */
export interface WebhookRequest {
  readonly headers: { readonly [name: string]: string | undefined };
  /** Exactly as it was sent: signatures are of the bytes. */
  readonly body: string;
}

/** What is known of an event before it is worked on. */
export interface IncomingEvent {
  /** The provider's id. A repeated event has the same one. */
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  /** Whether it says that it is a test. */
  readonly isTest: boolean;
  /** The account or store at the provider, if the event names one. */
  readonly account: string | null;
}

/** What the metadata of a sale has, if the sale is of this service: in an account that others use as well. Null for any value. */
export interface Mark {
  readonly key: string;
  readonly value: string | null;
}

/** The mark that is written as `key` or `key=value`. */
export function markOf(metadata: string | null): Mark | null {
  if (metadata === null) return null;
  const end = metadata.indexOf('=');
  return end < 0 ? { key: metadata, value: null } : { key: metadata.slice(0, end), value: metadata.slice(end + 1) };
}

/** What an event says. `rank` decides between events of the same time. */
export interface EventUpdates {
  readonly rank: number;
  /** The first one is what the event is about. Empty if the event says nothing about purchases. */
  readonly updates: readonly ProviderUpdate[];
  /** What the event about a subscription says that it was before, if it says that. */
  readonly before?: SubscriptionUpdate;
}

/** The webhook request is not signed with the secret of the connector, or too long ago. */
export class WebhookSignatureInvalid extends BadRequest {
  constructor(message = 'The signature is missing, not made with the secret of this connector, or too old.') {
    super(message);
  }
}

/** The body is signed, but is no event. */
export class WebhookEventInvalid extends BadRequest {
  constructor() {
    super('The body is not an event of the payment provider.');
  }
}

/** An event says something that cannot be worked on until somebody does something about it. */
export class EventNotUnderstood extends Error {
  constructor(
    readonly code: 'value_unknown' | 'payload_thin',
    message: string,
    /** The value that has no declared meaning. */
    readonly value: string | null = null,
  ) {
    super(message);
  }
}

/** A payment provider: how it signs, and what its events say. */
export abstract class Provider {
  abstract readonly name: ProviderName;

  /** Throws `WebhookSignatureInvalid`. */
  abstract verify(request: WebhookRequest, secret: string, now: Date): Promise<void>;

  /** An event that says nothing, signed as the provider signs, to try out a webhook. */
  abstract testRequest(secret: string, now: Date): WebhookRequest;

  /** Throws `WebhookEventInvalid`. */
  abstract identify(body: string): IncomingEvent;

  /** Throws `EventNotUnderstood`, and another error if the event does not have the documented form. */
  abstract read(body: string, mark?: Mark | null): EventUpdates;
}

/** Port to all payment providers. */
export abstract class Providers {
  abstract of(name: ProviderName): Provider;
}
