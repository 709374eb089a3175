import type { Sync } from '#kernel';
import type { Member } from './member.ts';
import type { Team } from './team.ts';

/** The members of a living customer of one of these organizations. */
export interface WhichTeam {
  readonly customerId: string;
  readonly organizations: readonly string[];
}

/** Whom a command is about. Members whom it does not name are not there for it, but for the owner. */
export interface Named {
  readonly ids?: readonly string[];
  readonly externalIds?: readonly string[];
  readonly emails?: readonly string[];
}

export abstract class Teams {
  /** Throws `ResourceNotFound` when there is no such customer. Changes of one customer's members wait for each other. */
  abstract change<T>(which: WhichTeam, named: Named, by: (team: Team) => Sync<T>): Promise<T>;

  /** Some of the living members of a customer, which may be deleted; answers how many those were. */
  abstract changeSome(organizationId: string, customerId: string, by: (member: Member) => void): Promise<number>;
}
