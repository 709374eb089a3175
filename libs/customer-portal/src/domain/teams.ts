import type { Sync } from '#kernel';
import type { Member } from './member.ts';
import type { Team } from './team.ts';

/** Selects the members of a customer within the given organizations. */
export interface WhichTeam {
  readonly customerId: string;
  readonly organizations: readonly string[];
}

/** The members to load, in addition to the owner. */
export interface MemberLookup {
  readonly ids?: readonly string[];
  readonly externalIds?: readonly string[];
  readonly emails?: readonly string[];
}

export abstract class Teams {
  /** Throws `ResourceNotFound`. Changes of one customer's members are serialized. */
  abstract change<T>(which: WhichTeam, lookup: MemberLookup, by: (team: Team) => Sync<T>): Promise<T>;

  /** Changes one batch of the members of a customer, which may be deleted. Returns the size of the batch. */
  abstract changeSome(organizationId: string, customerId: string, by: (member: Member) => void): Promise<number>;

  /** Erases the personal data of one batch of members that were deleted. Returns the number of members erased. */
  abstract eraseDeleted(organizationId: string, customerId: string): Promise<number>;
}
