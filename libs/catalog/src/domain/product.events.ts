import { DomainEvent } from '#kernel';

export class ProductCreated extends DomainEvent {
  readonly name = 'product.created';

  constructor(organizationId: string, productId: string, at: Date, facts: { readonly is_recurring: boolean }) {
    super(organizationId, productId, at, facts);
  }
}

/** Also published when a product is archived or deleted, and then says so. */
export class ProductUpdated extends DomainEvent {
  readonly name = 'product.updated';

  constructor(
    organizationId: string,
    productId: string,
    at: Date,
    facts: {
      readonly is_archived: boolean;
      readonly is_deleted: boolean;
      /** Other benefits than before: those who bought the product are to be granted and revoked accordingly. */
      readonly benefits_changed: boolean;
    },
  ) {
    super(organizationId, productId, at, facts);
  }
}
