import { DomainEvent } from '#kernel';
import { toSnakeCase } from '#support/texts';

type CustomerPayload = { readonly external_id: string | null };

export class CustomerCreated extends DomainEvent<'customer.created', CustomerPayload> {
  readonly name = 'customer.created';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null) {
    super(organizationId, customerId, at, { external_id: externalId });
  }
}

/** `changed` has the API names of the changed fields, not their values. */
export class CustomerUpdated extends DomainEvent<'customer.updated', CustomerPayload & { readonly changed: readonly string[] }> {
  readonly name = 'customer.updated';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null, changed: readonly string[]) {
    super(organizationId, customerId, at, { external_id: externalId, changed: changed.map(toSnakeCase) });
  }
}

/** Another customer may now take the e-mail address and the external id. */
export class CustomerDeleted extends DomainEvent<'customer.deleted', CustomerPayload & { readonly anonymized: boolean }> {
  readonly name = 'customer.deleted';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null, anonymized: boolean) {
    super(organizationId, customerId, at, { external_id: externalId, anonymized });
  }
}

/**
 * The customer was merged into another one and deleted. Everything that it has moves to the customer `into`, or to the one that
 * this was merged into meanwhile.
 */
export class CustomerMerged extends DomainEvent<'customer.merged', CustomerPayload & { readonly into: string }> {
  readonly name = 'customer.merged';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null, into: string) {
    super(organizationId, customerId, at, { external_id: externalId, into });
  }
}

/** The state of the customer changed: its own data, its purchases or its granted benefits. */
export class CustomerStateChanged extends DomainEvent<'customer.state_changed', CustomerPayload> {
  readonly name = 'customer.state_changed';

  constructor(organizationId: string, customerId: string, at: Date, externalId: string | null) {
    super(organizationId, customerId, at, { external_id: externalId });
  }
}
