import { ValidationFailed, type MemberRole, NotPermitted, ResourceNotFound } from '#kernel';
import { normalizedEmail } from './unique-identifiers.ts';
import { MemberEmailMismatch, MemberNotFound } from './member.errors.ts';
import { Member, type MemberSnapshot, type NewMember } from './member.ts';

/** What a team knows of the customer whose members they are. */
export interface TeamCustomer {
  readonly id: string;
  readonly organizationId: string;
  readonly type: 'individual' | 'team';
  readonly email: string | null;
}

/** Somebody as others name them: by id, by external id, or by address. */
export interface MemberInput {
  readonly id?: string;
  readonly externalId?: string;
  readonly email?: string;
  readonly name?: string | null;
}

/** Null means: leave it as it is. */
export interface MemberChanges {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly role?: MemberRole | null;
}

const ownDoing = (message: string, id: string): ValidationFailed =>
  new ValidationFailed([{ part: 'path', at: ['id'], message, type: 'value_error', input: id }]);

/**
 * The members of one customer, as far as a command names them, and always the owner: what no member can know alone. There is
 * one owner, and no address or external id twice.
 */
export class Team {
  private readonly added: Member[] = [];

  constructor(
    readonly customer: TeamCustomer,
    private readonly known: readonly Member[],
    /** Whether the customer has any member, named or not. */
    private readonly hasMembers: boolean,
  ) {}

  /** Those who have joined since. */
  get joined(): readonly Member[] {
    return this.added;
  }

  private get members(): Member[] {
    return [...this.known, ...this.added].filter(({ isDeleted }) => !isDeleted);
  }

  private get owner(): Member | undefined {
    return this.members.find(({ role }) => role === 'owner');
  }

  /** Throws `NotPermitted` unless the customer is a team. */
  assertTeam(): void {
    if (this.customer.type !== 'team') throw new NotPermitted('Members are managed by team customers only.');
  }

  member(by: { readonly id: string } | { readonly externalId: string }): Member {
    const found = this.members.find((each) => ('id' in by ? each.id === by.id : each.externalId === by.externalId));
    if (!found) throw new ResourceNotFound();
    return found;
  }

  /** Whoever is a member already stays as it is. An individual has one member, which is its owner. */
  addMember(newcomer: NewMember, at: Date): Member {
    const known = this.reachedAt(newcomer.email);
    if (known) return known;
    if (this.customer.type === 'individual' && (this.hasMembers || this.added.length > 0)) {
      throw new NotPermitted('An individual customer has no further members.');
    }
    const { externalId } = newcomer;
    if (newcomer.role === 'owner') throw ValidationFailed.at(['role'], 'A new member cannot be the owner.', 'owner');
    if (externalId && this.knownAs(externalId)) {
      throw ValidationFailed.at(['externalId'], 'A member with this external ID already exists.', externalId);
    }
    return this.join(newcomer, at);
  }

  /** Finds somebody, or makes a member of somebody with an address. `index` is only for the refusals. */
  enrol({ id, externalId, email, name }: MemberInput, index: number, at: Date): Member {
    if (id !== undefined) {
      const found = this.members.find((each) => each.id === id);
      if (!found) throw new MemberNotFound(index);
      return found;
    }
    const named = externalId === undefined ? undefined : this.knownAs(externalId);
    if (named && email !== undefined && named.emailKey !== normalizedEmail(email)) throw new MemberEmailMismatch(index);
    if (named) return named;
    if (email === undefined) throw new MemberNotFound(index);
    const reached = this.reachedAt(email);
    if (!reached) return this.join({ email, name, externalId, role: 'member' }, at);
    if (externalId === undefined) return reached;
    if (reached.externalId !== null) throw new MemberEmailMismatch(index);
    reached.change({ externalId }, at);
    return reached;
  }

  /** Making somebody the owner makes a billing manager of the owner before. */
  change(member: Member, { email, name, role }: MemberChanges, at: Date): void {
    const facts: MemberSnapshot = { email: email ?? undefined, name: name ?? undefined, role: role ?? undefined };
    if (email && this.isReachedAsIndividual(member) && normalizedEmail(email) !== member.emailKey) {
      throw ValidationFailed.at(['email'], 'The address of an individual customer is changed at the customer.', email);
    }
    const other = email ? this.reachedAt(email) : undefined;
    if (other && other !== member)
      throw ValidationFailed.at(['email'], 'A member with this email address already exists.', email);
    const { owner } = this;
    if (role && role !== 'owner' && owner === member) {
      throw ValidationFailed.at(['role'], 'A customer needs an owner. Make another member the owner instead.', role);
    }
    if (role === 'owner' && owner && owner !== member) owner.change({ role: 'billing_manager' }, at);
    member.change(facts, at);
  }

  /** By a member of the same team: only the owner hands over what it is, and nobody changes its own role. */
  changeAs(actorId: string, member: Member, changes: Omit<MemberChanges, 'email'>, at: Date): void {
    const { role } = changes;
    const isNewRole = role !== undefined && role !== null && role !== member.role;
    if (isNewRole && member.id === actorId) throw ownDoing('You cannot change your own role.', actorId);
    if (isNewRole && role === 'owner' && this.owner?.id !== actorId) {
      throw ValidationFailed.at(['role'], 'Only the owner can make another member the owner.', role);
    }
    this.change(member, changes, at);
  }

  /** By a member of the same team: nobody removes itself. */
  removeAs(actorId: string, member: Member, at: Date): void {
    if (member.id === actorId) throw ownDoing('You cannot remove yourself.', actorId);
    this.remove(member, at);
  }

  remove(member: Member, at: Date): void {
    if (this.owner === member) throw ValidationFailed.at([], 'The only owner cannot be removed.');
    member.leave(at);
  }

  /** The owner of an individual customer is reached where the customer is. */
  syncEmail(at: Date): void {
    const { email, type } = this.customer;
    const { owner } = this;
    if (type !== 'individual' || !email || !owner) return;
    const other = this.reachedAt(email);
    if (!other || other === owner) owner.change({ email }, at);
  }

  private isReachedAsIndividual(member: Member): boolean {
    return this.customer.type === 'individual' && this.owner === member;
  }

  private join(newcomer: NewMember, at: Date): Member {
    const { id: customerId, organizationId } = this.customer;
    const member = Member.join({ organizationId, customerId }, newcomer, at);
    this.added.push(member);
    return member;
  }

  private reachedAt(email: string): Member | undefined {
    return this.members.find(({ emailKey }) => emailKey === normalizedEmail(email));
  }

  private knownAs(externalId: string): Member | undefined {
    return this.members.find((each) => each.externalId === externalId);
  }
}
