import type { EndpointHosts } from '../src/domain/endpoint-url.ts';
import type { Filters } from '../src/domain/filters.ts';
import { type NewWebhookEndpoint, WebhookEndpoint } from '../src/domain/webhook-endpoint.ts';

export const CREATED_AT = new Date('2026-01-01T00:00:00Z');
export const ORGANIZATION = '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f';
export const OTHER_ORGANIZATION = '7e6d5c4b-3a29-4180-8f7e-6d5c4b3a2918';

/** Allows `allowed.test` for everything, and takes names in `.private` for private ones. */
export const HOSTS: EndpointHosts = {
  isAllowed: (host) => host === 'allowed.test',
  isPublic: (host) => !host.endsWith('.private'),
};

/** Builds endpoints: `anEndpoint().wanting('order.paid').disabled().build()` */
export class WebhookEndpointBuilder {
  private attributes: NewWebhookEndpoint = {
    organizationId: ORGANIZATION,
    url: 'https://example.com/hooks',
    name: null,
    format: 'raw',
    envelope: 'standard',
    apiVersion: '2026-04',
    events: ['order.paid'],
    productIds: null,
    benefitIds: null,
    headers: null,
    secret: Buffer.from('first'),
  };
  private isEnabled = true;

  of(organizationId: string): this {
    return this.with({ organizationId });
  }

  at(url: string): this {
    return this.with({ url });
  }

  wanting(...events: readonly string[]): this {
    return this.with({ events });
  }

  about(filters: Partial<Filters>): this {
    return this.with(filters);
  }

  disabled(): this {
    this.isEnabled = false;
    return this;
  }

  build(): WebhookEndpoint {
    const endpoint = WebhookEndpoint.create(this.attributes, HOSTS, CREATED_AT);
    if (!this.isEnabled) endpoint.update({ enabled: false }, HOSTS, CREATED_AT);
    return endpoint;
  }

  private with(attributes: Partial<NewWebhookEndpoint>): this {
    this.attributes = { ...this.attributes, ...attributes };
    return this;
  }
}

export const anEndpoint = (): WebhookEndpointBuilder => new WebhookEndpointBuilder();
