import { DomainEvent } from '#kernel';

type Created = { readonly is_recurring: boolean };

type Updated = {
  readonly is_archived: boolean;
  readonly is_deleted: boolean;
  /** The set of benefits changed, so grants of existing purchases must be updated. */
  readonly benefits_changed: boolean;
};

export class ProductCreated extends DomainEvent<'product.created', Created> {
  readonly name = 'product.created';

  constructor(organizationId: string, productId: string, at: Date, payload: Created) {
    super(organizationId, productId, at, payload);
  }
}

/** Also published when a product is archived or deleted, with `is_archived` or `is_deleted` set. */
export class ProductUpdated extends DomainEvent<'product.updated', Updated> {
  readonly name = 'product.updated';

  constructor(organizationId: string, productId: string, at: Date, payload: Updated) {
    super(organizationId, productId, at, payload);
  }
}
