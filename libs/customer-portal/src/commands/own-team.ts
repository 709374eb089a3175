import type { CustomerAccess } from '#kernel';
import type { Named, WhichTeam } from '../domain/teams.ts';

export const ownTeam = ({ customerId, organizationId }: CustomerAccess): WhichTeam => ({
  customerId,
  organizations: [organizationId],
});

/** Looks up the acting member and the members with the given ids. */
export const memberLookupWith = ({ member }: CustomerAccess, ...others: string[]): Named => ({
  ids: [...(member ? [member.id] : []), ...others],
});
