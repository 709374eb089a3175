import type { Address } from '#support/addresses';
import { Customer } from '../src/domain/customer.ts';
import type { Metadata, NewCustomer } from '../src/domain/customer-state.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

export const ORGANIZATION = '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f';
export const OTHER_ORGANIZATION = '7e6d5c4b-3a29-4180-8f7e-6d5c4b3a2918';

let count = 0;

/** `aCustomer().reachedAt('ada@example.com').knownAs('user_1').build()` */
export class CustomerBuilder {
  private attributes: NewCustomer = {
    organizationId: ORGANIZATION,
    type: 'individual',
    email: `customer-${++count}@example.com`,
  };
  private verified = false;

  of(organizationId: string): this {
    return this.with({ organizationId });
  }

  withEmail(email: string): this {
    return this.with({ email });
  }

  verifiedAt(email: string): this {
    this.verified = true;
    return this.with({ email });
  }

  withExternalId(externalId: string): this {
    return this.with({ externalId });
  }

  named(name: string): this {
    return this.with({ name });
  }

  billedAt(billingAddress: Address): this {
    return this.with({ billingAddress });
  }

  taxedAs(taxId: string): this {
    return this.with({ taxId });
  }

  describedBy(metadata: Metadata): this {
    return this.with({ metadata });
  }

  team(): this {
    return this.with({ type: 'team', email: null });
  }

  /** As it is before it is stored: with its recorded events. */
  newUnsaved(): Customer {
    const customer = Customer.create(this.attributes, CREATED_AT);
    if (this.verified) customer.verifyAddress(customer.emailKey!, CREATED_AT);
    return customer;
  }

  /** As the repository loads it: without recorded events. */
  build(): Customer {
    const customer = this.newUnsaved();
    customer.pullEvents();
    return customer;
  }

  private with(some: Partial<NewCustomer>): this {
    this.attributes = { ...this.attributes, ...some };
    return this;
  }
}

export const aCustomer = (): CustomerBuilder => new CustomerBuilder();
