import { Command } from '@nestjs/cqrs';
import type { Address } from '#support/addresses';
import type { CustomerIdentifiers } from './match-customer.ts';

/** A customer to be found by its identifiers, or to be created with everything that is given. */
export interface CustomerToEnsure extends CustomerIdentifiers {
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
