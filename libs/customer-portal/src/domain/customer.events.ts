import { DomainEvent } from '#kernel';

export class CustomerCreated extends DomainEvent {
  readonly name = 'customer.created';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null) {
    super(organizationId, customerId, at, { external_id: externalId });
  }
}

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `changed` names the fields as the wire does, not what is in them. */
export class CustomerUpdated extends DomainEvent {
  readonly name = 'customer.updated';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null, changed: readonly string[]) {
    super(organizationId, customerId, at, { external_id: externalId, changed: changed.map(wireName) });
  }
}

/** From now on the e-mail address and the external id may belong to another customer. */
export class CustomerDeleted extends DomainEvent {
  readonly name = 'customer.deleted';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null, anonymized: boolean) {
    super(organizationId, customerId, at, { external_id: externalId, anonymized });
  }
}

/** What the customer has is other than before: its own data, what it bought, or what it was granted. */
export class CustomerStateChanged extends DomainEvent {
  readonly name = 'customer.state_changed';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null) {
    super(organizationId, customerId, at, { external_id: externalId });
  }
}
