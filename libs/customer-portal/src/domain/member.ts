import { AggregateRoot, type MemberRole, newId } from '#kernel';
import { normalizedEmail } from './unique-identifiers.ts';
import { MemberCreated, MemberDeleted, MemberUpdated } from './member.events.ts';
import { shallowEqual } from './shallow-equal.ts';

export interface NewMember {
  readonly email: string;
  readonly name?: string | null;
  readonly externalId?: string | null;
  readonly role: MemberRole;
}

/** What is left out stays as it is. */
export interface MemberSnapshot {
  readonly email?: string;
  readonly name?: string | null;
  readonly externalId?: string;
  readonly role?: MemberRole;
}

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Someone who acts for a customer. What a member may become depends on the others, so the `Team` decides it. */
export class Member extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  email: string;
  name: string | null;
  externalId: string | null;
  role: MemberRole;
  private deletedAt: Date | null;

  constructor({ organizationId, customerId }: { organizationId: string; customerId: string }, birth: NewMember) {
    super();
    this.id = newId();
    this.organizationId = organizationId;
    this.customerId = customerId;
    this.email = birth.email;
    this.name = birth.name ?? null;
    this.externalId = birth.externalId ?? null;
    this.role = birth.role;
    this.deletedAt = null;
  }

  static join(customer: { organizationId: string; customerId: string }, birth: NewMember, at: Date): Member {
    const member = new Member(customer, birth);
    member.record(new MemberCreated(member.organizationId, member.id, at, member.customerId));
    return member;
  }

  /** The address as it is compared. */
  get emailKey(): string {
    return normalizedEmail(this.email);
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** What is the same as before changes nothing and tells nobody. */
  change(facts: MemberSnapshot, at: Date): void {
    const next = {
      email: facts.email ?? this.email,
      name: facts.name === undefined ? this.name : facts.name,
      externalId: facts.externalId ?? this.externalId,
      role: facts.role ?? this.role,
    };
    const changed = (Object.keys(next) as (keyof typeof next)[]).filter((field) => !shallowEqual(this[field], next[field]));
    if (changed.length === 0) return;
    Object.assign(this, next);
    this.record(new MemberUpdated(this.organizationId, this.id, at, this.customerId, changed.map(wireName)));
  }

  /** With `anonymize` nothing is left that tells who it was. */
  leave(at: Date, { anonymize = false } = {}): void {
    this.deletedAt = at;
    if (anonymize) Object.assign(this, { email: `${this.id}@anonymized.invalid`, name: null, externalId: null });
    this.record(new MemberDeleted(this.organizationId, this.id, at, this.customerId));
  }
}
