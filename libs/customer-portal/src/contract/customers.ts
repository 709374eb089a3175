import type { Address } from '#support/addresses';
import { anonymizedEmail, type SnakeCased } from '#support/texts';
import { Command, Query } from '@nestjs/cqrs';
import { Conflict } from '#kernel';

/** An external id is unique only within an organization, and the caller has access to several organizations. */
export class AmbiguousExternalCustomerID extends Conflict {
  constructor() {
    super('The external customer ID matches customers in several accessible organizations.');
  }
}

/** A customer that was merged, by the external id that it had. */
export interface MergedCustomer {
  readonly organization_id: string;
  readonly external_id: string;
  /** The customer that has everything that it had, at the end of a chain of mergers. */
  readonly merged_into: string;
}

/** The customers with these external ids that were merged, the latest first. */
export class FindMergedCustomers extends Query<MergedCustomer[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly externalIds: readonly string[],
  ) {
    super();
  }
}

/** The ids of all customers that were merged into this one, directly or along a chain. */
export class FindFormerCustomers extends Query<readonly string[]> {
  constructor(readonly customerId: string) {
    super();
  }
}

/** The data of a customer that other contexts need. */
export interface CustomerSnapshot {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly metadata: { readonly [name: string]: string | number | boolean };
  /** Its id in the system of the seller. */
  readonly external_id: string | null;
  readonly email: string | null;
  /** Whether it has signed in with this e-mail address. */
  readonly email_verified: boolean;
  readonly type: 'individual' | 'team';
  readonly name: string | null;
  readonly billing_name: string | null;
  readonly billing_address: SnakeCased<Address> | null;
  /** The number and its format. */
  readonly tax_id: readonly [string, string] | null;
  /** A BCP 47 tag. */
  readonly locale: string | null;
  readonly organization_id: string;
  readonly default_payment_method_id: string | null;
  readonly deleted_at: Date | null;
  readonly first_user_event_at: Date | null;
  readonly avatar_url: string | null;
}

/** Whether the personal data of a deleted customer was removed. */
export const isAnonymized = ({ deleted_at, metadata }: CustomerSnapshot): boolean =>
  deleted_at !== null && metadata['__anonymized_at'] !== undefined;

/** Whether the e-mail address was that of a customer whose personal data was removed. */
export const wasEmailOf = ({ id, email }: Pick<CustomerSnapshot, 'id' | 'email'>, former: string): boolean =>
  email === anonymizedEmail(id, former);

/** The data of a member of a customer that other contexts need. */
export interface MemberSnapshot {
  readonly id: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly customer_id: string;
  readonly email: string;
  readonly name: string | null;
  readonly external_id: string | null;
  readonly role: 'owner' | 'billing_manager' | 'member';
}

/**
 * Customers by id, of any organization. Deleted customers are included and marked. For the id of a customer that was merged,
 * the result has the customer that it was merged into, whose id differs. Unknown ids are missing in the result. The caller
 * checks the organization.
 */
export class FindCustomers extends Query<ReadonlyMap<string, CustomerSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The identity of a customer, without its details. */
export interface CustomerIdentity {
  readonly id: string;
  readonly organization_id: string;
  /** Null for a deleted customer: its external id can be used again. */
  readonly external_id: string | null;
  readonly name: string | null;
  readonly is_deleted: boolean;
  /** The customer that this deleted one was merged into, at the end of a chain of mergers; else null. */
  readonly merged_into: string | null;
}

/** Like `FindCustomers`, but cheap for hundreds of ids: it returns identities instead of all data. */
export class IdentifyCustomers extends Query<CustomerIdentity[]> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The id of the customer that has everything that this one had, at the end of a chain of mergers; null if it was not merged. */
export class FindMergeTarget extends Query<string | null> {
  constructor(readonly customerId: string) {
    super();
  }
}

/**
 * The ids of those events that are about a customer who was deleted or merged by now. The deletion or merger of any other customer is
 * seen by whoever processes it, as what the event tells of is stored already.
 */
export class SelectEventsOfDeletedCustomers extends Command<ReadonlySet<string>> {
  constructor(readonly events: readonly { readonly id: string; readonly customerIds: readonly string[] }[]) {
    super();
  }
}

/**
 * The customers with one of these external ids within the organizations. Deleted customers have no external id and are never
 * included.
 */
export class FindCustomersByExternalId extends Query<CustomerSnapshot[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly externalIds: readonly string[],
  ) {
    super();
  }
}

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
