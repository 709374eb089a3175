import { hash } from 'node:crypto';
import { AggregateRoot, Invalid, newId, type Problem } from '#kernel';
import type { Address } from './address.ts';
import { avatarOf } from './avatar.ts';
import { addressKey, type Claims, problemsOfTaken, type Taken } from './claims.ts';
import { CustomerCreated, CustomerDeleted, CustomerStateChanged, CustomerUpdated } from './customer.events.ts';
import { sameFact } from './same-fact.ts';

export type CustomerType = 'individual' | 'team';
export type Metadata = { readonly [key: string]: string | number | boolean };

/** Where a deleted customer's metadata remembers the external id. */
const FORMER_EXTERNAL_ID = '__external_id';

interface Details {
  readonly name: string | null;
  readonly locale: string | null;
  readonly metadata: Metadata;
}

export type NewCustomer = Partial<Details> &
  Claims & {
    readonly organizationId: string;
    readonly type: CustomerType;
    readonly billingAddress?: Address | null;
  };

/** What is left out stays as it is. An e-mail address cannot be taken away: null leaves it as it is, too. */
export type CustomerChanges = Partial<Details> &
  Claims & {
    readonly type?: CustomerType | null;
    readonly billingAddress?: Address | null;
  };

/** Who buys from an organization: a person, or a team with members. */
export class Customer extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  private type: CustomerType;
  private externalId: string | null;
  private email: string | null;
  private emailVerified: boolean;
  private name: string | null;
  private billingName: string | null;
  private billingAddress: Address | null;
  private locale: string | null;
  private metadata: Metadata;
  private deletedAt: Date | null;
  private firstUserEventAt: Date | null;

  constructor(birth: NewCustomer) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.type = birth.type;
    this.externalId = birth.externalId ?? null;
    this.email = birth.email ?? null;
    this.emailVerified = false;
    this.name = birth.name ?? null;
    this.billingName = null;
    this.billingAddress = birth.billingAddress ?? null;
    this.locale = birth.locale ?? null;
    this.metadata = birth.metadata ?? {};
    this.deletedAt = null;
    this.firstUserEventAt = null;
  }

  static create(birth: NewCustomer, at: Date): Customer {
    if (birth.type === 'individual' && !birth.email) {
      throw Invalid.at(['email'], 'An individual customer needs an email address.', null, 'missing');
    }
    const customer = new Customer(birth);
    customer.record(new CustomerCreated(customer.organizationId, customer.id, at, customer.externalId));
    return customer;
  }

  /** The address as it is compared. */
  get emailKey(): string | null {
    return this.email && addressKey(this.email);
  }

  get avatarUrl(): string | null {
    return this.emailKey && avatarOf(this.emailKey);
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** What no other customer can have while this one lives. */
  get claims(): Claims {
    return this.isDeleted ? {} : { email: this.email, externalId: this.externalId };
  }

  /** Changes what is given; what is the same as before changes nothing and tells nobody. */
  update(changes: CustomerChanges, taken: Taken, at: Date): void {
    const problems = this.problemsOf(changes, taken);
    if (problems.length > 0) throw new Invalid(problems);
    const next = {
      type: changes.type ?? this.type,
      email: changes.email ?? this.email,
      externalId: changes.externalId ?? this.externalId,
      name: changes.name === undefined ? this.name : changes.name,
      billingAddress: changes.billingAddress ?? this.billingAddress,
      locale: changes.locale === undefined ? this.locale : changes.locale,
      metadata: changes.metadata ?? this.metadata,
    };
    const fields = Object.keys(next) as (keyof typeof next)[];
    const changed = fields.filter((field) => !sameFact(this[field], next[field]));
    if (changed.length === 0) return;
    const { emailKey } = this;
    Object.assign(this, next);
    this.emailVerified &&= this.emailKey === emailKey;
    this.record(new CustomerUpdated(this.organizationId, this.id, at, this.externalId, changed));
  }

  /** Whoever is reached at this address (as it is compared) has shown to read mail there. */
  verifyAddress(emailKey: string, at: Date): void {
    if (this.emailVerified || this.emailKey !== emailKey) return;
    this.emailVerified = true;
    this.record(new CustomerUpdated(this.organizationId, this.id, at, this.externalId, ['emailVerified']));
  }

  /** The first event about the customer; it may be from before there was one. */
  noteFirstUse(at: Date): void {
    if (this.firstUserEventAt === null || at < this.firstUserEventAt) this.firstUserEventAt = at;
  }

  /** Others may have the address and the external id from now on; the metadata remembers the latter. */
  delete(at: Date, { anonymize = false } = {}): void {
    const { externalId } = this;
    const { [FORMER_EXTERNAL_ID]: _, ...metadata } = this.metadata;
    this.metadata = externalId === null ? metadata : { ...metadata, [FORMER_EXTERNAL_ID]: externalId };
    this.externalId = null;
    if (anonymize) this.anonymize(at);
    this.deletedAt = at;
    this.record(new CustomerDeleted(this.organizationId, this.id, at, externalId, anonymize));
  }

  /** Tells that what the customer has, here or in other contexts, is other than before. */
  tellOfState(at: Date): void {
    this.record(new CustomerStateChanged(this.organizationId, this.id, at, this.externalId ?? this.formerExternalId));
  }

  private get formerExternalId(): string | null {
    return this.isDeleted ? ((this.metadata[FORMER_EXTERNAL_ID] as string | undefined) ?? null) : null;
  }

  private anonymize(at: Date): void {
    this.email = this.email && `${this.pseudonym(this.email)}@anonymized.invalid`;
    this.emailVerified = false;
    this.name = this.name && this.pseudonym(this.name);
    this.billingName = this.billingName && this.pseudonym(this.billingName);
    this.billingAddress = null;
    this.metadata = { ...this.metadata, __anonymized_at: at.toISOString() };
  }

  /** Digested with the id: a bare digest of an address is what avatar services publish profiles under. */
  private pseudonym(value: string): string {
    return hash('sha256', `${this.id}:${value}`);
  }

  private problemsOf(changes: CustomerChanges, taken: Taken): Problem[] {
    const problems = problemsOfTaken({ email: taken.email, externalId: taken.externalId && this.externalId === null }, changes);
    const refuse = (field: keyof CustomerChanges, message: string): void => {
      problems.push({ at: [field], message, type: 'value_error', input: changes[field] });
    };
    const { type, externalId } = changes;
    if (changes.billingAddress === null) refuse('billingAddress', 'A billing address cannot be taken away.');
    if (externalId !== undefined && this.externalId !== null && externalId !== this.externalId) {
      refuse('externalId', 'Customer external ID cannot be updated.');
    }
    if (type !== undefined && this.type === 'team' && type !== 'team') {
      refuse('type', 'A team cannot become an individual customer again.');
    }
    return problems;
  }
}
