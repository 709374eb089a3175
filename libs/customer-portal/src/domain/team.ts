import { fieldError, ValidationFailed, type MemberRole, NotPermitted, ResourceNotFound } from '#kernel';
import { normalizedEmail } from './unique-identifiers.ts';
import { chooseMembers, type MemberInput, type MemberPlace } from './choose-members.ts';
import { Member, type MemberDetails, type NewMember } from './member.ts';

/** The customer of a team. */
export interface TeamCustomer {
  readonly id: string;
  readonly organizationId: string;
  readonly type: 'individual' | 'team';
  readonly email: string | null;
}

/** `undefined` and `null` leave a value unchanged. */
export interface MemberChanges {
  readonly email?: string | null;
  readonly name?: string | null;
  readonly role?: MemberRole | null;
}

/** The path parameter `id` names the caller. */
const invalidSelf = (message: string, id: string): ValidationFailed =>
  new ValidationFailed([{ ...fieldError(['id'], message, id), part: 'path' }]);

/**
 * The members of one customer, for rules that involve several of them: there is one owner, and e-mail addresses and external ids
 * are unique. Loaded with the owner and those members that the command names.
 */
export class Team {
  private readonly added: Member[] = [];

  constructor(
    readonly customer: TeamCustomer,
    private readonly loaded: readonly Member[],
    /** True if the customer has any members, loaded or not. */
    private readonly hasMembers: boolean,
  ) {}

  /** Members added since the team was loaded. */
  get addedMembers(): readonly Member[] {
    return this.added;
  }

  /** The members that were loaded, and those added since then. */
  get knownMembers(): readonly Member[] {
    return [...this.loaded, ...this.added];
  }

  private get members(): Member[] {
    return this.knownMembers.filter(({ isDeleted }) => !isDeleted);
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

  /** Returns the existing member with this address unchanged. An individual customer has one member, the owner. */
  addMember(newMember: NewMember, now: Date): Member {
    const loaded = this.findByEmail(newMember.email);
    if (loaded) return loaded;
    if (this.customer.type === 'individual' && (this.hasMembers || this.added.length > 0)) {
      throw new NotPermitted('An individual customer has no further members.');
    }
    const { externalId } = newMember;
    if (newMember.role === 'owner') throw ValidationFailed.at(['role'], 'A new member cannot be the owner.', 'owner');
    if (externalId && this.findByExternalId(externalId)) {
      throw ValidationFailed.at(['externalId'], 'A member with this external ID already exists.', externalId);
    }
    return this.create(newMember, now);
  }

  /** Finds the members, or adds those whose e-mail address is given; all or none. Errors report the position in the list. */
  ensureMembers(people: readonly MemberInput[], now: Date): Member[] {
    const places = chooseMembers(this.members, people);
    const members = new Map([...new Set(places)].map((place) => [place, this.fill(place, now)]));
    return places.map((place) => members.get(place)!);
  }

  private fill({ member, email, name, externalId }: MemberPlace, now: Date): Member {
    if (!member) return this.create({ email, name, externalId, role: 'member' }, now);
    if (externalId !== null && member.externalId === null) member.change({ externalId }, now);
    return member;
  }

  /** When another member becomes the owner, the former owner becomes a billing manager. */
  change(member: Member, { email, name, role }: MemberChanges, now: Date): void {
    const details: MemberDetails = { email: email ?? undefined, name: name ?? undefined, role: role ?? undefined };
    if (email && this.isOwnerOfIndividual(member) && normalizedEmail(email) !== member.emailKey) {
      throw ValidationFailed.at(['email'], 'The address of an individual customer is changed at the customer.', email);
    }
    const other = email ? this.findByEmail(email) : undefined;
    if (other && other !== member)
      throw ValidationFailed.at(['email'], 'A member with this email address already exists.', email);
    const { owner } = this;
    if (role && role !== 'owner' && owner === member) {
      throw ValidationFailed.at(['role'], 'A customer needs an owner. Make another member the owner instead.', role);
    }
    if (role === 'owner' && owner && owner !== member) owner.change({ role: 'billing_manager' }, now);
    member.change(details, now);
  }

  /** A change by a member of the team: only the owner transfers ownership, and nobody changes their own role. */
  changeAs(actorId: string, member: Member, changes: Omit<MemberChanges, 'email'>, now: Date): void {
    const { role } = changes;
    const isNewRole = role !== undefined && role !== null && role !== member.role;
    if (isNewRole && member.id === actorId) throw invalidSelf('You cannot change your own role.', actorId);
    if (isNewRole && role === 'owner' && this.owner?.id !== actorId) {
      throw ValidationFailed.at(['role'], 'Only the owner can make another member the owner.', role);
    }
    this.change(member, changes, now);
  }

  /** A removal by a member of the team: nobody removes themselves. */
  removeAs(actorId: string, member: Member, now: Date): void {
    if (member.id === actorId) throw invalidSelf('You cannot remove yourself.', actorId);
    this.remove(member, now);
  }

  remove(member: Member, now: Date): void {
    if (this.owner === member) throw ValidationFailed.at([], 'The only owner cannot be removed.');
    member.delete(now);
  }

  /** The owner of an individual customer has the e-mail address of the customer. */
  syncEmail(now: Date): void {
    const { email, type } = this.customer;
    const { owner } = this;
    if (type !== 'individual' || !email || !owner) return;
    const other = this.findByEmail(email);
    if (!other || other === owner) owner.followAddress(email, now);
  }

  private isOwnerOfIndividual(member: Member): boolean {
    return this.customer.type === 'individual' && this.owner === member;
  }

  private create(newMember: NewMember, now: Date): Member {
    const { id: customerId, organizationId } = this.customer;
    const member = Member.create({ organizationId, customerId }, newMember, now);
    this.added.push(member);
    return member;
  }

  private findByEmail(email: string): Member | undefined {
    return this.members.find(({ emailKey }) => emailKey === normalizedEmail(email));
  }

  private findByExternalId(externalId: string): Member | undefined {
    return this.members.find((each) => each.externalId === externalId);
  }
}
