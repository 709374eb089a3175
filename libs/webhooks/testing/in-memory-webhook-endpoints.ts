import { ResourceNotFound, type Sync } from '#kernel';
import type { WebhookEndpoint } from '../src/domain/webhook-endpoint.ts';
import { WebhookEndpoints, type WhichEndpoint } from '../src/domain/webhook-endpoints.ts';

/** Endpoints in a map, for tests of handlers. There are no deliveries to skip. */
export class InMemoryWebhookEndpoints extends WebhookEndpoints {
  private readonly endpoints = new Map<string, WebhookEndpoint>();

  async add(endpoint: WebhookEndpoint): Promise<void> {
    this.endpoints.set(endpoint.id, endpoint);
  }

  async change<T>(which: WhichEndpoint, by: (endpoint: WebhookEndpoint) => Sync<T>): Promise<T> {
    return by(this.find(which)) as T;
  }

  async organizationOf(which: WhichEndpoint): Promise<string> {
    return this.find(which).organizationId;
  }

  private find({ id, organizations }: WhichEndpoint): WebhookEndpoint {
    const endpoint = this.endpoints.get(id);
    const isFound = endpoint && endpoint.deletedAt === null && organizations.includes(endpoint.organizationId);
    if (!isFound) throw new ResourceNotFound();
    return endpoint;
  }
}
