import { AggregateRoot, applyChanges, type MemberRole, newId } from '#kernel';
import { toSnakeCase } from '#support/texts';
import { normalizedEmail } from './unique-identifiers.ts';
import { MemberCreated, MemberDeleted, MemberUpdated } from './member.events.ts';

export interface NewMember {
  readonly email: string;
  readonly name?: string | null;
  readonly externalId?: string | null;
  readonly role: MemberRole;
}

/** `undefined` leaves a value unchanged. */
export interface MemberSnapshot {
  readonly email?: string;
  readonly name?: string | null;
  readonly externalId?: string;
  readonly role?: MemberRole;
}

/** A person who acts for a customer. Rules that involve several members are checked by `Team`. */
export class Member extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  customerId: string;
  email: string;
  name: string | null;
  externalId: string | null;
  role: MemberRole;
  private deletedAt: Date | null;
  /** The member that took the place of this one; null unless their customers were merged. */
  mergedInto: string | null;
  /** How often all sessions of this member were ended. It counts besides that of the customer. */
  sessionGeneration: number;

  private constructor({ organizationId, customerId }: { organizationId: string; customerId: string }, attributes: NewMember) {
    super();
    this.id = newId('member');
    this.organizationId = organizationId;
    this.customerId = customerId;
    this.email = attributes.email;
    this.name = attributes.name ?? null;
    this.externalId = attributes.externalId ?? null;
    this.role = attributes.role;
    this.deletedAt = null;
    this.mergedInto = null;
    this.sessionGeneration = 0;
  }

  static create(customer: { organizationId: string; customerId: string }, attributes: NewMember, now: Date): Member {
    const member = new Member(customer, attributes);
    member.record(new MemberCreated(member.organizationId, member.id, now, member.customerId));
    return member;
  }

  /** The normalized e-mail address. */
  get emailKey(): string {
    return normalizedEmail(this.email);
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** Records nothing if no value changes. Another address ends the sessions of the member. */
  change(facts: MemberSnapshot, now: Date): void {
    if (this.apply(facts, now).includes('email')) this.sessionGeneration += 1;
  }

  /** Takes over the address of the customer, whose change has ended all sessions already. */
  followAddress(email: string, now: Date): void {
    this.apply({ email }, now);
  }

  /**
   * The customer was merged into that of another member, who is the same person: what this one has is kept, so no event tells of a
   * deletion. The other one gets the external id, unless it has one.
   */
  mergeInto(remaining: Member, now: Date): void {
    if (this.externalId !== null && remaining.externalId === null) remaining.change({ externalId: this.externalId }, now);
    this.mergedInto = remaining.id;
    this.deletedAt = now;
    this.anonymize();
  }

  /** The customer was merged into another one. An external id that is taken there is given up. */
  moveTo(customerId: string, role: MemberRole, takenExternalIds: ReadonlySet<string | null>, now: Date): void {
    this.customerId = customerId;
    this.role = role;
    if (takenExternalIds.has(this.externalId)) this.externalId = null;
    this.record(new MemberUpdated(this.organizationId, this.id, now, customerId, ['customer_id', 'role', 'external_id']));
  }

  /** `anonymize` removes all personal data. */
  delete(now: Date, { anonymize = false } = {}): void {
    this.deletedAt = now;
    if (anonymize) this.anonymize();
    this.record(new MemberDeleted(this.organizationId, this.id, now, this.customerId));
  }

  private apply(facts: MemberSnapshot, now: Date): readonly string[] {
    const changed = applyChanges<Pick<Member, keyof MemberSnapshot>>(this, facts);
    if (changed.length > 0) {
      this.record(new MemberUpdated(this.organizationId, this.id, now, this.customerId, changed.map(toSnakeCase)));
    }
    return changed;
  }

  private anonymize(): void {
    this.email = `${this.id}@anonymized.invalid`;
    this.name = null;
    this.externalId = null;
  }
}
