import type { CustomerAccess } from '#kernel';
import type { MemberLookup, WhichTeam } from '../domain/teams.ts';

export const ownTeam = ({ customerId, organizationId }: CustomerAccess): WhichTeam => ({
  customerId,
  organizations: [organizationId],
});

/** Looks up the acting member and the members with the given ids. */
export const memberLookupWith = ({ member }: CustomerAccess, ...others: string[]): MemberLookup => ({
  ids: [...(member ? [member.id] : []), ...others],
});
