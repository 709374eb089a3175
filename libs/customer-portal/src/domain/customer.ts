import { AggregateRoot, applyChanges, fieldError, type FieldError, ValidationFailed } from '#kernel';
import { anonymizedEmail, pseudonymOf } from '#support/texts';
import { type Billing, type BillingChanges, changeBilling } from './billing.ts';
import { type UniqueIdentifiers, conflictErrors, type Conflicts } from './unique-identifiers.ts';
import { CustomerCreated, CustomerDeleted, CustomerMerged, CustomerUpdated } from './customer.events.ts';
import {
  addressed,
  createdState,
  type CustomerDetails,
  type CustomerState,
  type CustomerType,
  type EmailAddress,
  type NewCustomer,
} from './customer-state.ts';
import { assertMergeable } from './mergers.ts';
import { errorsOfOwn, type OwnChanges } from './own-changes.ts';

/** The metadata key that keeps the external id of a deleted customer. */
const FORMER_EXTERNAL_ID = '__external_id';

/** `undefined` leaves a value unchanged, and so does `null` for the e-mail address, which cannot be removed. */
export type CustomerChanges = Partial<CustomerDetails> &
  UniqueIdentifiers &
  BillingChanges & {
    readonly type?: CustomerType | null;
  };

const WITHOUT_BILLING: Billing = { billingAddress: null, taxId: null };

type Changeable = Pick<CustomerState, keyof CustomerChanges | 'billingName'>;

/** Every field is named, so that none is missed; `undefined` leaves it unchanged. */
type Given<T> = { readonly [K in keyof T]: T[K] | undefined };

/** A buyer from an organization: a person, or a team with members. */
export class Customer extends AggregateRoot<CustomerState> {
  static create(attributes: NewCustomer, now: Date): Customer {
    if (attributes.type === 'individual' && !attributes.email) {
      throw ValidationFailed.at(['email'], 'An individual customer needs an email address.', null, 'missing');
    }
    const { billing, errors } = changeBilling(WITHOUT_BILLING, attributes);
    if (!billing) throw new ValidationFailed(errors);
    const customer = new Customer(createdState(attributes, billing));
    const { organizationId, id, externalId } = customer.state;
    customer.record(new CustomerCreated(organizationId, id, now, externalId));
    return customer;
  }

  get type(): CustomerType {
    return this.state.type;
  }

  get email(): string | null {
    return this.state.email;
  }

  get emailKey(): string | null {
    return this.state.emailKey;
  }

  get isDeleted(): boolean {
    return this.state.deletedAt !== null;
  }

  /** Values that no other customer can use while this one is not deleted. */
  get identifiers(): UniqueIdentifiers {
    return this.isDeleted ? {} : { email: this.state.email, externalId: this.state.externalId };
  }

  /** Records nothing if no value changes. */
  update(changes: CustomerChanges, taken: Conflicts, now: Date): void {
    const { billing, errors } = this.billingAfter(changes);
    ValidationFailed.throwIfAny([...this.errorsOf(changes, taken), ...errors]);
    const { type, email, externalId, name, locale, metadata } = changes;
    const { emailKey } = this.state;
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
    this.state.emailVerified &&= this.state.emailKey === emailKey;
  }

  /** Changes made by the customer in the portal. */
  changeOwnDetails(changes: OwnChanges, now: Date): void {
    const { billing, errors } = this.billingAfter(changes);
    ValidationFailed.throwIfAny([...errorsOfOwn(changes), ...errors]);
    this.apply({ billingName: changes.billingName ?? undefined, ...billing }, now);
  }

  /** Somebody has proved to receive mail at this normalized address. */
  verifyAddress(emailKey: string, now: Date): void {
    if (this.state.emailVerified || this.state.emailKey !== emailKey) return;
    this.state.emailVerified = true;
    this.record(new CustomerUpdated(this.state.organizationId, this.state.id, now, this.state.externalId, ['emailVerified']));
  }

  /** The customer has proved to receive mail at this address, and has it from now on. */
  confirmEmail(email: string, taken: Conflicts, now: Date): void {
    if (taken.email) throw ValidationFailed.at(['token'], 'Another customer has this e-mail address.', null);
    const changed = [...(email === this.state.email ? [] : ['email']), ...(this.state.emailVerified ? [] : ['emailVerified'])];
    if (changed.length === 0) return;
    if (email !== this.state.email) this.endSessions();
    this.setEmail(email);
    this.state.emailVerified = true;
    this.record(new CustomerUpdated(this.state.organizationId, this.state.id, now, this.state.externalId, changed));
  }

  /** Time of the first usage event; it may be before the customer was created. */
  recordFirstUsage(firstEventAt: Date): void {
    if (this.state.firstUserEventAt === null || firstEventAt < this.state.firstUserEventAt)
      this.state.firstUserEventAt = firstEventAt;
  }

  /** Releases the e-mail address and the external id for other customers. The metadata keeps the external id. */
  delete(now: Date, { anonymize = false } = {}): void {
    const { externalId } = this.state;
    const { [FORMER_EXTERNAL_ID]: _, ...metadata } = this.state.metadata;
    this.state.metadata = externalId === null ? metadata : { ...metadata, [FORMER_EXTERNAL_ID]: externalId };
    this.state.externalId = null;
    if (anonymize) this.anonymize(now);
    this.state.deletedAt = now;
    this.record(new CustomerDeleted(this.state.organizationId, this.state.id, now, externalId, anonymize));
  }

  /**
   * Deletes this customer, because the target gets everything that it has, and removes its personal data. The external id is kept
   * for usage events that arrive late, and the address as an alias of the target. Does nothing if it was merged into the target
   * before. For the members see `mergeCustomers`.
   */
  mergeInto(target: Customer, memberCount: number, now: Date): void {
    if (this.state.mergedInto === target.id) return;
    assertMergeable(this, target, memberCount);

    this.state.mergedInto = target.id;
    this.state.deletedAt = now;
    this.state.aliasEmail = this.state.email;
    this.state.aliasKey = this.state.emailKey;
    this.state.aliasSignsIn = this.state.emailVerified;
    this.state.taxId = null;
    this.state.locale = null;
    this.state.metadata = {};
    this.anonymize(now);
    this.record(new CustomerMerged(this.state.organizationId, this.state.id, now, this.state.externalId, target.id));
  }

  /** The address of this customer, which was merged, no longer stands for the target. Who signed in with it is signed out. */
  removeAlias(target: Customer): void {
    if (this.state.aliasEmail === null) return;
    this.state.aliasEmail = null;
    this.state.aliasKey = null;
    this.state.aliasSignsIn = false;
    target.endSessions();
  }

  /** Ends all sessions of the customer and of its members, and makes the codes useless that were mailed to them. */
  endSessions(): void {
    this.state.sessionGeneration += 1;
  }

  becomeTeam(now: Date): void {
    this.apply({ type: 'team' }, now);
  }

  private anonymize(now: Date): void {
    this.setEmail(this.state.email && anonymizedEmail(this.state.id, this.state.email));
    this.state.emailVerified = false;
    if (this.state.taxId === null) this.state.name = this.state.name && pseudonymOf(this.state.id, this.state.name);
    this.state.billingName = this.state.billingName && pseudonymOf(this.state.id, this.state.billingName);
    this.state.billingAddress = null;
    this.state.metadata = { ...this.state.metadata, __anonymized_at: now.toISOString() };
  }

  /** A removed address is rejected elsewhere, so it is ignored here and does not affect the tax id. */
  private billingAfter(changes: BillingChanges): ReturnType<typeof changeBilling> {
    const current = { billingAddress: this.state.billingAddress, taxId: this.state.taxId };
    return changes.billingAddress === null ? { billing: current, errors: [] } : changeBilling(current, changes);
  }

  private setEmail(email: string | null): void {
    applyChanges<EmailAddress>(this.state, addressed(email));
  }

  private apply(changes: Partial<Changeable>, now: Date): void {
    const changed = applyChanges<Changeable>(this.state, changes);
    if (changed.length === 0) return;
    if (changed.includes('email')) {
      this.setEmail(this.state.email);
      this.endSessions();
    }
    this.record(new CustomerUpdated(this.state.organizationId, this.state.id, now, this.state.externalId, changed));
  }

  private errorsOf(changes: CustomerChanges, taken: Conflicts): FieldError[] {
    const errors = conflictErrors(
      { email: taken.email, externalId: taken.externalId && this.state.externalId === null },
      changes,
    );
    const add = (field: keyof CustomerChanges, message: string): void => {
      errors.push(fieldError([field], message, changes[field]));
    };
    const { type, externalId } = changes;
    if (changes.billingAddress === null) add('billingAddress', 'A billing address cannot be taken away.');
    if (externalId !== undefined && this.state.externalId !== null && externalId !== this.state.externalId) {
      add('externalId', 'Customer external ID cannot be updated.');
    }
    if (type !== undefined && this.state.type === 'team' && type !== 'team') {
      add('type', 'A team cannot become an individual customer again.');
    }
    return errors;
  }
}
