import type { Sync } from '#kernel';
import type { UniqueIdentifiers, Conflicts } from './unique-identifiers.ts';
import type { Customer } from './customer.ts';
import type { Member } from './member.ts';

/** Two customers and those of their members that a merger needs, none of them deleted. */
export interface Merger {
  readonly source: Customer;
  readonly target: Customer;
  /** All members of the source. */
  readonly members: readonly Member[];
  /** The owner of the target, and its members with the e-mail addresses and external ids of `members`. */
  readonly ofTarget: readonly Member[];
}

/**
 * Merges a customer into another one. With a team, the target becomes a team. Members with the same e-mail address, or else the same
 * external id, are one person: the member of the target remains. All others move, with their ids, and as plain members, so that
 * nobody gets rights over what the target bought. The owner of an individual is merged into the owner of another individual.
 */
export function mergeCustomers({ source, target, members, ofTarget }: Merger, now: Date): void {
  const isAmongTeams = source.type === 'team' || target.type === 'team' || members.length > 1;
  source.mergeInto(target, members.length, now);
  if (isAmongTeams) target.becomeTeam(now);
  const remaining = isAmongTeams ? samePeople(members, ofTarget) : ownersOf(members, ofTarget);
  const taken = new Set(ofTarget.map(({ externalId }) => externalId));
  for (const member of members) {
    const same = remaining.get(member);
    if (same) member.mergeInto(same, now);
    else member.moveTo(target.id, isAmongTeams ? 'member' : member.role, taken, now);
  }
}

/** The members of the target who are the same people. Nobody is the same as two others, so that all of them keep their seats. */
function samePeople(members: readonly Member[], ofTarget: readonly Member[]): ReadonlyMap<Member, Member> {
  const byEmail = new Map(ofTarget.map((each) => [each.emailKey, each]));
  const same = new Map(members.flatMap((each) => pair(each, byEmail.get(each.emailKey))));
  const found = new Set(same.values());
  const byExternalId = new Map(
    ofTarget.flatMap((each) => (each.externalId === null || found.has(each) ? [] : [[each.externalId, each] as const])),
  );
  const others = members.filter((each) => !same.has(each) && each.externalId !== null);
  return new Map([...same, ...others.flatMap((each) => pair(each, byExternalId.get(each.externalId!)))]);
}

/** An individual has no other member than its owner. */
function ownersOf(members: readonly Member[], ofTarget: readonly Member[]): ReadonlyMap<Member, Member> {
  const owner = ofTarget.find(({ role }) => role === 'owner');
  return new Map(members.flatMap((each) => pair(each, owner)));
}

const pair = (member: Member, same: Member | undefined): (readonly [Member, Member])[] => (same ? [[member, same]] : []);

/** Selects a customer by id within the given organizations. */
export interface WhichCustomer {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** Selects two customers by id within the given organizations: one that is merged, or was, and whom it is merged into. */
export interface WhichCustomers {
  readonly source: string;
  readonly target: string;
  readonly organizations: readonly string[];
}

/** The repository of customers. */
export abstract class Customers {
  /** Adds a customer, with its owner if given. Throws `Invalid` with an error for every claim that is taken. */
  abstract add(customer: Customer, owner?: Member): Promise<void>;

  /**
   * Throws `ResourceNotFound`. A claim that a concurrent call takes first is reported like one that was taken before.
   */
  abstract change<T>(
    which: WhichCustomer,
    identifiers: UniqueIdentifiers,
    by: (customer: Customer, taken: Conflicts) => Sync<T>,
  ): Promise<T>;

  /**
   * Changes two customers and members of both in one transaction; mergers of the same customers take turns. The source may be
   * deleted; the merger is undefined if there is no such customer. Of more than `MAX_MERGED_MEMBERS` members one too many is loaded.
   * Throws `ResourceNotFound` if there is no target or it is deleted.
   */
  abstract changeBoth(which: WhichCustomers, by: (target: Customer, merger: Merger | undefined) => void): Promise<void>;

  /** Forgets the aliases of a customer, unless it was merged itself: then they are those of another one. */
  abstract eraseAliases(organizationId: string, customerId: string): Promise<void>;
}
