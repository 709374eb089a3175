import { Command } from '@nestjs/cqrs';
import type { Address } from '#support/addresses';
import type { CustomerIdentifiers } from './customers.ts';

/**
 * Notes that what a customer has was changed: one `customer.state_changed` tells of it and of the changes that follow within a short time.
 */
export class NoteStateChange extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

/** Records when the first usage event of a customer was received. Does nothing if the customer is deleted. */
export class RecordFirstUsage extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly firstEventAt: Date,
  ) {
    super();
  }
}

/** Turns an individual customer into a team. Teams and deleted customers do not change. */
export class BecomeTeam extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
  ) {
    super();
  }
}

/**
 * Gives a customer another e-mail address, as a payment provider knows it, which ends sessions and codes as every change does. Throws a
 * `ValidationFailed` at `email` if another customer has it.
 */
export class ChangeCustomerEmail extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly email: string,
  ) {
    super();
  }
}

/** A customer to be found by its identifiers, or to be created with everything that is given. */
interface CustomerToEnsure extends CustomerIdentifiers {
  readonly type?: 'individual' | 'team';
  readonly name?: string | null;
  readonly billingName?: string | null;
  readonly billingAddress?: Address | null;
  readonly taxId?: string | null;
  readonly locale?: string | null;
  readonly metadata?: { readonly [key: string]: string | number | boolean };
}

/**
 * Finds a customer like `MatchCustomer`, or creates it, and returns its id. A customer that is found does not change. Of
 * concurrent calls for the same customer one creates it.
 */
export class EnsureCustomer extends Command<string> {
  constructor(
    readonly organizationId: string,
    readonly customer: CustomerToEnsure,
  ) {
    super();
  }
}
