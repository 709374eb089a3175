import type { Sync } from '#kernel';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Selects an endpoint by id within the given organizations. */
export interface WhichEndpoint {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of endpoints that are not deleted. */
export abstract class WebhookEndpoints {
  abstract add(endpoint: WebhookEndpoint): Promise<void>;

  /**
   * Throws `ResourceNotFound`. If `by` throws, nothing is stored. If the endpoint is disabled or deleted afterwards, its pending
   * deliveries are skipped: a number of them in the same transaction, the others by `DeliveryQueue.skip`. None of them is claimed.
   */
  abstract change<T>(which: WhichEndpoint, by: (endpoint: WebhookEndpoint) => Sync<T>): Promise<T>;

  /** Throws `ResourceNotFound`. */
  abstract organizationOf(which: WhichEndpoint): Promise<string>;
}
