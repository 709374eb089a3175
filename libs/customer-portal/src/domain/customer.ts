import { AggregateRoot, applyChanges, fieldError, type FieldError, newId, ValidationFailed } from '#kernel';
import type { Address } from '#support/addresses';
import { anonymizedEmail, pseudonymOf } from '#support/texts';
import { avatarOf } from './avatar.ts';
import { type Billing, type BillingChanges, changeBilling } from './billing.ts';
import { normalizedEmail, type UniqueIdentifiers, conflictErrors, type Conflicts } from './unique-identifiers.ts';
import { CustomerCreated, CustomerDeleted, CustomerMerged, CustomerUpdated } from './customer.events.ts';
import { assertMergeable } from './mergers.ts';
import { errorsOfOwn, type OwnChanges } from './own-changes.ts';
import type { TaxId } from './tax-id.ts';

export type CustomerType = 'individual' | 'team';
export type Metadata = { readonly [key: string]: string | number | boolean };

/** The metadata key that keeps the external id of a deleted customer. */
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
    readonly billingName?: string | null;
  };

/** `undefined` leaves a value unchanged, and so does `null` for the e-mail address, which cannot be removed. */
export type CustomerChanges = Partial<Details> &
  UniqueIdentifiers &
  BillingChanges & {
    readonly type?: CustomerType | null;
  };

const WITHOUT_BILLING: Billing = { billingAddress: null, taxId: null };

type Changeable = Pick<Customer, keyof CustomerChanges | 'billingName'>;

/** Every field is named, so that none is missed; `undefined` leaves it unchanged. */
type Given<T> = { readonly [K in keyof T]: T[K] | undefined };

/** A buyer from an organization: a person, or a team with members. */
export class Customer extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  type: CustomerType;
  externalId: string | null;
  email: string | null;
  private emailVerified: boolean;
  name: string | null;
  billingName: string | null;
  billingAddress: Address | null;
  taxId: TaxId | null;
  locale: string | null;
  metadata: Metadata;
  private deletedAt: Date | null;
  /** The customer that has everything that this one had; null unless it was merged. */
  private mergedInto: string | null;
  /** The address that it had until it was merged: whoever has it is the customer that it was merged into. Null if that was taken back. */
  private aliasEmail: string | null;
  /** Somebody had proved to read mail at the alias, so that who reads it may sign in. */
  aliasSignsIn: boolean;
  private firstUserEventAt: Date | null;
  /** How often all sessions of the customer and its members were ended. A session of an earlier generation is not accepted. */
  sessionGeneration: number;

  private constructor(attributes: NewCustomer, billing: Billing) {
    super();
    this.id = newId('customer');
    this.organizationId = attributes.organizationId;
    this.type = attributes.type;
    this.externalId = attributes.externalId ?? null;
    this.email = attributes.email ?? null;
    this.emailVerified = false;
    this.name = attributes.name ?? null;
    this.billingName = attributes.billingName ?? null;
    this.billingAddress = billing.billingAddress;
    this.taxId = billing.taxId;
    this.locale = attributes.locale ?? null;
    this.metadata = attributes.metadata ?? {};
    this.deletedAt = null;
    this.mergedInto = null;
    this.aliasEmail = null;
    this.aliasSignsIn = false;
    this.firstUserEventAt = null;
    this.sessionGeneration = 0;
  }

  static create(attributes: NewCustomer, now: Date): Customer {
    if (attributes.type === 'individual' && !attributes.email) {
      throw ValidationFailed.at(['email'], 'An individual customer needs an email address.', null, 'missing');
    }
    const { billing, errors } = changeBilling(WITHOUT_BILLING, attributes);
    if (!billing) throw new ValidationFailed(errors);
    const customer = new Customer(attributes, billing);
    customer.record(new CustomerCreated(customer.organizationId, customer.id, now, customer.externalId));
    return customer;
  }

  /** The normalized e-mail address. */
  get emailKey(): string | null {
    return this.email && normalizedEmail(this.email);
  }

  get aliasKey(): string | null {
    return this.aliasEmail && normalizedEmail(this.aliasEmail);
  }

  get avatarUrl(): string | null {
    return this.emailKey && avatarOf(this.emailKey);
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** Values that no other customer can use while this one is not deleted. */
  get identifiers(): UniqueIdentifiers {
    return this.isDeleted ? {} : { email: this.email, externalId: this.externalId };
  }

  /** Records nothing if no value changes. */
  update(changes: CustomerChanges, taken: Conflicts, now: Date): void {
    const { billing, errors } = this.billingAfter(changes);
    ValidationFailed.throwIfAny([...this.errorsOf(changes, taken), ...errors]);
    const { type, email, externalId, name, locale, metadata } = changes;
    const { emailKey } = this;
    const next: Given<Omit<Changeable, 'billingName'>> = {
      type: type ?? undefined,
      email: email ?? undefined,
      externalId: externalId ?? undefined,
      name,
      billingAddress: billing?.billingAddress,
      taxId: billing?.taxId,
      locale,
      metadata,
    };
    this.apply(next, now);
    this.emailVerified &&= this.emailKey === emailKey;
  }

  /** Changes made by the customer in the portal. */
  changeOwnDetails(changes: OwnChanges, now: Date): void {
    const { billing, errors } = this.billingAfter(changes);
    ValidationFailed.throwIfAny([...errorsOfOwn(changes), ...errors]);
    this.apply({ billingName: changes.billingName ?? undefined, ...billing }, now);
  }

  /** Somebody has proved to receive mail at this normalized address. */
  verifyAddress(emailKey: string, now: Date): void {
    if (this.emailVerified || this.emailKey !== emailKey) return;
    this.emailVerified = true;
    this.record(new CustomerUpdated(this.organizationId, this.id, now, this.externalId, ['emailVerified']));
  }

  /** The customer has proved to receive mail at this address, and has it from now on. */
  confirmEmail(email: string, taken: Conflicts, now: Date): void {
    if (taken.email) throw ValidationFailed.at(['token'], 'Another customer has this e-mail address.', null);
    const changed = [...(email === this.email ? [] : ['email']), ...(this.emailVerified ? [] : ['emailVerified'])];
    if (changed.length === 0) return;
    if (email !== this.email) this.endSessions();
    this.email = email;
    this.emailVerified = true;
    this.record(new CustomerUpdated(this.organizationId, this.id, now, this.externalId, changed));
  }

  /** Time of the first usage event; it may be before the customer was created. */
  recordFirstUsage(firstEventAt: Date): void {
    if (this.firstUserEventAt === null || firstEventAt < this.firstUserEventAt) this.firstUserEventAt = firstEventAt;
  }

  /** Releases the e-mail address and the external id for other customers. The metadata keeps the external id. */
  delete(now: Date, { anonymize = false } = {}): void {
    const { externalId } = this;
    const { [FORMER_EXTERNAL_ID]: _, ...metadata } = this.metadata;
    this.metadata = externalId === null ? metadata : { ...metadata, [FORMER_EXTERNAL_ID]: externalId };
    this.externalId = null;
    if (anonymize) this.anonymize(now);
    this.deletedAt = now;
    this.record(new CustomerDeleted(this.organizationId, this.id, now, externalId, anonymize));
  }

  /**
   * Deletes this customer, because the target gets everything that it has, and removes its personal data. The external id is kept
   * for usage events that arrive late, and the address as an alias of the target. Does nothing if it was merged into the target before. For the members see `mergeCustomers`.
   */
  mergeInto(target: Customer, memberCount: number, now: Date): void {
    if (this.mergedInto === target.id) return;
    assertMergeable(this, target, memberCount);

    this.mergedInto = target.id;
    this.deletedAt = now;
    this.aliasEmail = this.email;
    this.aliasSignsIn = this.emailVerified;
    this.taxId = null;
    this.locale = null;
    this.metadata = {};
    this.anonymize(now);
    this.record(new CustomerMerged(this.organizationId, this.id, now, this.externalId, target.id));
  }

  /** The address of this customer, which was merged, no longer stands for the target. Who signed in with it is signed out. */
  removeAlias(target: Customer): void {
    if (this.aliasEmail === null) return;
    this.aliasEmail = null;
    this.aliasSignsIn = false;
    target.endSessions();
  }

  /** Ends all sessions of the customer and of its members, and makes the codes useless that were mailed to them. */
  endSessions(): void {
    this.sessionGeneration += 1;
  }

  becomeTeam(now: Date): void {
    this.apply({ type: 'team' }, now);
  }

  private anonymize(now: Date): void {
    this.email = this.email && anonymizedEmail(this.id, this.email);
    this.emailVerified = false;
    if (this.taxId === null) this.name = this.name && pseudonymOf(this.id, this.name);
    this.billingName = this.billingName && pseudonymOf(this.id, this.billingName);
    this.billingAddress = null;
    this.metadata = { ...this.metadata, __anonymized_at: now.toISOString() };
  }

  /** A removed address is rejected elsewhere, so it is ignored here and does not affect the tax id. */
  private billingAfter(changes: BillingChanges): ReturnType<typeof changeBilling> {
    const current = { billingAddress: this.billingAddress, taxId: this.taxId };
    return changes.billingAddress === null ? { billing: current, errors: [] } : changeBilling(current, changes);
  }

  private apply(changes: Partial<Changeable>, now: Date): void {
    const changed = applyChanges<Changeable>(this, changes);
    if (changed.length === 0) return;
    if (changed.includes('email')) this.endSessions();
    this.record(new CustomerUpdated(this.organizationId, this.id, now, this.externalId, changed));
  }

  private errorsOf(changes: CustomerChanges, taken: Conflicts): FieldError[] {
    const errors = conflictErrors({ email: taken.email, externalId: taken.externalId && this.externalId === null }, changes);
    const add = (field: keyof CustomerChanges, message: string): void => {
      errors.push(fieldError([field], message, changes[field]));
    };
    const { type, externalId } = changes;
    if (changes.billingAddress === null) add('billingAddress', 'A billing address cannot be taken away.');
    if (externalId !== undefined && this.externalId !== null && externalId !== this.externalId) {
      add('externalId', 'Customer external ID cannot be updated.');
    }
    if (type !== undefined && this.type === 'team' && type !== 'team') {
      add('type', 'A team cannot become an individual customer again.');
    }
    return errors;
  }
}
