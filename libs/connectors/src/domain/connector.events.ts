import { DomainEvent } from '#kernel';

/** A payment provider sent an event, or an event is to be worked on again. The aggregate is the event. */
export class ConnectorEventReceived extends DomainEvent<'connector_event.received', { readonly connector_id: string }> {
  readonly name = 'connector_event.received';

  constructor(organizationId: string, eventId: string, at: Date, connectorId: string) {
    super(organizationId, eventId, at, { connector_id: connectorId });
  }
}

/** Prices of the provider were mapped to products. The aggregate is the connector. */
export class ConnectorPricesChanged extends DomainEvent<'connector_prices.changed', Record<never, never>> {
  readonly name = 'connector_prices.changed';

  constructor(organizationId: string, connectorId: string, at: Date) {
    super(organizationId, connectorId, at, {});
  }
}
