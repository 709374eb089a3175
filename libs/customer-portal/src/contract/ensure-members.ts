import { Command } from '@nestjs/cqrs';

/** Somebody to find among a customer's members, or to make one: by id, by external id, or by address. */
export interface EnsuredMembers {
  readonly id?: string;
  readonly externalId?: string;
  readonly email?: string;
  readonly name?: string | null;
}

/**
 * Finds each of these people among the members of a customer, or makes a member of whoever is not there yet; answers with the
 * members' ids, in order. All of them or none. Who is named by an external id and an address that is known without one gets it.
 *
 * Throws `ResourceNotFound` without a living customer, and tells by `error` of two more refusals, which have the place in the list as
 * `index`: `MemberNotFound` (not found) for somebody unknown without an address, `MemberEmailMismatch` (bad request) where external
 * id and address contradict each other.
 */
export class EnsureMembers extends Command<string[]> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly people: readonly EnsuredMembers[],
  ) {
    super();
  }
}
