import { Query } from '@nestjs/cqrs';
import { Conflict } from '#kernel';
import type { CustomerSnapshot } from './customer.ts';

/** How a seller identifies a customer without its id: by its own id, by an email address, or by both. */
export interface CustomerIdentifiers {
  readonly externalId?: string | null;
  readonly email?: string | null;
}

/** External id and email address belong to different customers. */
export class CustomerConflict extends Conflict {
  constructor() {
    super('The external ID and the email address belong to different customers.');
  }
}

/**
 * The existing customer with this external id, else the one with this email address; undefined if there is none. Throws
 * `CustomerConflict` if another customer has the address, or if the customer with the address has another external id.
 */
export class MatchCustomer extends Query<CustomerSnapshot | undefined> {
  constructor(
    readonly organizationId: string,
    readonly identifiers: CustomerIdentifiers,
  ) {
    super();
  }
}
