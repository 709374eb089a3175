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
