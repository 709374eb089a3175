import { DomainEvent } from '#kernel';

type Disabled = { readonly url: string; readonly reason: 'gone' | 'failures' };

/** The endpoint was disabled because deliveries to it failed, not by the seller. */
export class WebhookEndpointDisabled extends DomainEvent<'webhook_endpoint.disabled', Disabled> {
  readonly name = 'webhook_endpoint.disabled';

  constructor(organizationId: string, endpointId: string, at: Date, payload: Disabled) {
    super(organizationId, endpointId, at, payload);
  }
}
