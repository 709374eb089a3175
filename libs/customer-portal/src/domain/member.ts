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
export interface MemberDetails {
  readonly email?: string;
  readonly name?: string | null;
  readonly externalId?: string;
  readonly role?: MemberRole;
}

export interface MemberState {
  readonly id: string;
  readonly organizationId: string;
  customerId: string;
  email: string;
  /** The normalized e-mail address. */
  emailKey: string;
  name: string | null;
  externalId: string | null;
  role: MemberRole;
  deletedAt: Date | null;
  /** The member that took the place of this one; null unless their customers were merged. */
  mergedInto: string | null;
  /** How often all sessions of this member were ended. It counts besides that of the customer. */
  sessionGeneration: number;
}

/** A person who acts for a customer. Rules that involve several members are checked by `Team`. */
export class Member extends AggregateRoot<MemberState> {
  static create(
    { organizationId, customerId }: { readonly organizationId: string; readonly customerId: string },
    { email, name, externalId, role }: NewMember,
    now: Date,
  ): Member {
    const id = newId('member');
    const member = new Member({
      id,
      organizationId,
      customerId,
      email,
      emailKey: normalizedEmail(email),
      name: name ?? null,
      externalId: externalId ?? null,
      role,
      deletedAt: null,
      mergedInto: null,
      sessionGeneration: 0,
    });
    member.record(new MemberCreated(organizationId, id, now, customerId));
    return member;
  }

  get email(): string {
    return this.state.email;
  }

  get emailKey(): string {
    return this.state.emailKey;
  }

  get name(): string | null {
    return this.state.name;
  }

  get externalId(): string | null {
    return this.state.externalId;
  }

  get role(): MemberRole {
    return this.state.role;
  }

  get isDeleted(): boolean {
    return this.state.deletedAt !== null;
  }

  /** Records nothing if no value changes. Another address ends the sessions of the member. */
  change(details: MemberDetails, now: Date): void {
    if (this.apply(details, now).includes('email')) this.state.sessionGeneration += 1;
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
    if (this.state.externalId !== null && remaining.externalId === null)
      remaining.change({ externalId: this.state.externalId }, now);
    this.state.mergedInto = remaining.id;
    this.state.deletedAt = now;
    this.anonymize();
  }

  /** The customer was merged into another one. An external id that is taken there is given up. */
  moveTo(customerId: string, role: MemberRole, takenExternalIds: ReadonlySet<string | null>, now: Date): void {
    this.state.customerId = customerId;
    this.state.role = role;
    if (takenExternalIds.has(this.state.externalId)) this.state.externalId = null;
    this.record(
      new MemberUpdated(this.state.organizationId, this.state.id, now, customerId, ['customer_id', 'role', 'external_id']),
    );
  }

  /** `anonymize` removes all personal data. */
  delete(now: Date, { anonymize = false } = {}): void {
    this.state.deletedAt = now;
    if (anonymize) this.anonymize();
    this.record(new MemberDeleted(this.state.organizationId, this.state.id, now, this.state.customerId));
  }

  private apply(details: MemberDetails, now: Date): readonly string[] {
    const changed = applyChanges<Pick<MemberState, keyof MemberDetails>>(this.state, details);
    this.state.emailKey = normalizedEmail(this.state.email);
    if (changed.length > 0) {
      this.record(
        new MemberUpdated(this.state.organizationId, this.state.id, now, this.state.customerId, changed.map(toSnakeCase)),
      );
    }
    return changed;
  }

  private anonymize(): void {
    this.state.email = `${this.state.id}@anonymized.invalid`;
    this.state.emailKey = normalizedEmail(this.state.email);
    this.state.name = null;
    this.state.externalId = null;
  }
}
