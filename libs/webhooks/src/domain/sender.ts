import type { DeliveryAttempt } from './delivery-schedule.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/**
 * Port that sends a request to a checked address. It never throws because of the receiver: whatever that does, the outcome is an
 * attempt, after a bounded time and with a bounded amount of memory.
 */
export abstract class Sender {
  abstract send(request: WebhookRequest): Promise<DeliveryAttempt>;
}
