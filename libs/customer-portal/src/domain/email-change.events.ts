import { DomainEvent } from '#kernel';

/** A customer wants another e-mail address. Contains no address. */
export class EmailChangeRequested extends DomainEvent<'email_change.requested', { readonly customer_id: string }> {
  readonly name = 'email_change.requested';

  constructor(organizationId: string, id: string, at: Date, customerId: string) {
    super(organizationId, id, at, { customer_id: customerId });
  }
}

/** The customer has the new address. Contains no address. */
export class EmailChangeCompleted extends DomainEvent<'email_change.completed', { readonly customer_id: string }> {
  readonly name = 'email_change.completed';

  constructor(organizationId: string, id: string, at: Date, customerId: string) {
    super(organizationId, id, at, { customer_id: customerId });
  }
}
