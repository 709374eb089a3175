import { hash } from 'node:crypto';
import { type Address, AggregateRoot, ValidationFailed, newId, type FieldError } from '#kernel';
import { avatarOf } from './avatar.ts';
import { type Billing, type BillingChanges, changeBilling } from './billing.ts';
import { normalizedEmail, type UniqueIdentifiers, conflictErrors, type Conflicts } from './unique-identifiers.ts';
import { CustomerCreated, CustomerDeleted, CustomerStateChanged, CustomerUpdated } from './customer.events.ts';
import { shallowEqual } from './shallow-equal.ts';
import type { TaxId } from './tax-id.ts';

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
  UniqueIdentifiers &
  BillingChanges & {
    readonly organizationId: string;
    readonly type: CustomerType;
  };

/** What is left out stays as it is. An e-mail address cannot be taken away: null leaves it as it is, too. */
export type CustomerChanges = Partial<Details> &
  UniqueIdentifiers &
  BillingChanges & {
    readonly type?: CustomerType | null;
  };

/** What a customer may change alone. Null takes the tax id away, leaves the billing name, and is refused elsewhere. */
export interface OwnChanges extends BillingChanges {
  readonly billingName?: string | null;
  readonly defaultPaymentMethodId?: string | null;
}

const WITHOUT_BILLING: Billing = { billingAddress: null, taxId: null };

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
  private taxId: TaxId | null;
  private locale: string | null;
  private metadata: Metadata;
  private deletedAt: Date | null;
  private firstUserEventAt: Date | null;

  constructor(birth: NewCustomer, billing: Billing) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.type = birth.type;
    this.externalId = birth.externalId ?? null;
    this.email = birth.email ?? null;
    this.emailVerified = false;
    this.name = birth.name ?? null;
    this.billingName = null;
    this.billingAddress = billing.billingAddress;
    this.taxId = billing.taxId;
    this.locale = birth.locale ?? null;
    this.metadata = birth.metadata ?? {};
    this.deletedAt = null;
    this.firstUserEventAt = null;
  }

  static create(birth: NewCustomer, at: Date): Customer {
    if (birth.type === 'individual' && !birth.email) {
      throw ValidationFailed.at(['email'], 'An individual customer needs an email address.', null, 'missing');
    }
    const { billing, problems } = changeBilling(WITHOUT_BILLING, birth);
    if (!billing) throw new ValidationFailed(problems);
    const customer = new Customer(birth, billing);
    customer.record(new CustomerCreated(customer.organizationId, customer.id, at, customer.externalId));
    return customer;
  }

  /** The address as it is compared. */
  get emailKey(): string | null {
    return this.email && normalizedEmail(this.email);
  }

  get avatarUrl(): string | null {
    return this.emailKey && avatarOf(this.emailKey);
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** What no other customer can have while this one lives. */
  get claims(): UniqueIdentifiers {
    return this.isDeleted ? {} : { email: this.email, externalId: this.externalId };
  }

  /** Changes what is given; what is the same as before changes nothing and tells nobody. */
  update(changes: CustomerChanges, taken: Conflicts, at: Date): void {
    const { billing, problems } = this.billingAfter(changes);
    const all = [...this.problemsOf(changes, taken), ...problems];
    if (all.length > 0) throw new ValidationFailed(all);
    const next = {
      type: changes.type ?? this.type,
      email: changes.email ?? this.email,
      externalId: changes.externalId ?? this.externalId,
      name: changes.name === undefined ? this.name : changes.name,
      ...billing,
      locale: changes.locale === undefined ? this.locale : changes.locale,
      metadata: changes.metadata ?? this.metadata,
    };
    const { emailKey } = this;
    this.become(next, at);
    this.emailVerified &&= this.emailKey === emailKey;
  }

  /** What the customer says of itself. */
  changeOwnDetails(changes: OwnChanges, at: Date): void {
    const { billing, problems } = this.billingAfter(changes);
    const all = [...problemsOfOwn(changes), ...problems];
    if (all.length > 0) throw new ValidationFailed(all);
    this.become({ billingName: changes.billingName ?? this.billingName, ...billing }, at);
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
    if (this.taxId === null) this.name = this.name && this.pseudonym(this.name);
    this.billingName = this.billingName && this.pseudonym(this.billingName);
    this.billingAddress = null;
    this.metadata = { ...this.metadata, __anonymized_at: at.toISOString() };
  }

  /** Digested with the id: a bare digest of an address is what avatar services publish profiles under. */
  private pseudonym(value: string): string {
    return hash('sha256', `${this.id}:${value}`);
  }

  /** An address that is taken away is refused for itself, and says nothing about the tax id. */
  private billingAfter(changes: BillingChanges): ReturnType<typeof changeBilling> {
    const now = { billingAddress: this.billingAddress, taxId: this.taxId };
    return changes.billingAddress === null ? { billing: now, problems: [] } : changeBilling(now, changes);
  }

  private become(next: { readonly [field: string]: string | object | null }, at: Date): void {
    const now = this as unknown as typeof next;
    const changed = Object.keys(next).filter((field) => !shallowEqual(now[field]!, next[field]!));
    if (changed.length === 0) return;
    Object.assign(this, next);
    this.record(new CustomerUpdated(this.organizationId, this.id, at, this.externalId, changed));
  }

  private problemsOf(changes: CustomerChanges, taken: Conflicts): FieldError[] {
    const problems = conflictErrors({ email: taken.email, externalId: taken.externalId && this.externalId === null }, changes);
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

function problemsOfOwn({ billingAddress, defaultPaymentMethodId }: OwnChanges): FieldError[] {
  const problems: FieldError[] = [];
  if (billingAddress === null) {
    problems.push({ at: ['billingAddress'], message: 'A billing address cannot be taken away.', type: 'missing', input: null });
  }
  if (defaultPaymentMethodId !== undefined) {
    const [message, type] =
      defaultPaymentMethodId === null
        ? ['A default payment method cannot be taken away.', 'missing']
        : ['Payment method does not exist.', 'invalid'];
    problems.push({ at: ['defaultPaymentMethodId'], message: message!, type: type!, input: defaultPaymentMethodId });
  }
  return problems;
}
