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

/** Something that was paid was not delivered, and somebody has to do something. The aggregate is what was not delivered. */
export class UndeliveredPurchaseCreated extends DomainEvent<
  'undelivered_purchase.created',
  {
    readonly connector_id: string | null;
    readonly reason: string;
    readonly problem: string;
    readonly external_id: string;
    readonly external_price_id: string | null;
    readonly quantity: number | null;
    readonly amount: number | null;
    readonly currency: string | null;
  }
> {
  readonly name = 'undelivered_purchase.created';

  constructor(organizationId: string, id: string, at: Date, payload: UndeliveredPurchaseCreated['payload']) {
    super(organizationId, id, at, payload);
  }
}

/** The owners of an organization are to be told how much was not delivered. The aggregate is the organization. */
export class UndeliveredPurchasesReported extends DomainEvent<'undelivered_purchases.reported', { readonly count: number }> {
  readonly name = 'undelivered_purchases.reported';

  constructor(organizationId: string, at: Date, count: number) {
    super(organizationId, organizationId, at, { count });
  }
}
