import type { Address } from '#kernel';
import { Customer, type Metadata, type NewCustomer } from '../src/domain/customer.ts';

const BIRTH = new Date('2026-01-01T00:00:00Z');

export const ORGANIZATION = '3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f';
export const OTHER_ORGANIZATION = '7e6d5c4b-3a29-4180-8f7e-6d5c4b3a2918';

let count = 0;

/** `aCustomer().reachedAt('ada@example.com').knownAs('user_1').build()` */
export class CustomerBuilder {
  private birth: NewCustomer = { organizationId: ORGANIZATION, type: 'individual', email: `customer-${++count}@example.com` };
  private verified = false;

  of(organizationId: string): this {
    return this.with({ organizationId });
  }

  reachedAt(email: string): this {
    return this.with({ email });
  }

  verifiedAt(email: string): this {
    this.verified = true;
    return this.with({ email });
  }

  knownAs(externalId: string): this {
    return this.with({ externalId });
  }

  named(name: string): this {
    return this.with({ name });
  }

  livingAt(billingAddress: Address): this {
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

  /** Just born, its birth still to be told. */
  born(): Customer {
    const customer = Customer.create(this.birth, BIRTH);
    return Object.assign(customer, { emailVerified: this.verified });
  }

  /** As it comes from the repository. */
  build(): Customer {
    const customer = this.born();
    customer.pullEvents();
    return customer;
  }

  private with(some: Partial<NewCustomer>): this {
    this.birth = { ...this.birth, ...some };
    return this;
  }
}

export const aCustomer = (): CustomerBuilder => new CustomerBuilder();
