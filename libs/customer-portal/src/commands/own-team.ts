import type { CustomerAccess } from '#kernel';
import type { Named, WhichTeam } from '../domain/teams.ts';

export const ownTeam = ({ customerId, organizationId }: CustomerAccess): WhichTeam => ({
  customerId,
  organizations: [organizationId],
});

/** Whom a member who manages its own team names, beside itself. */
export const memberLookupWith = ({ member }: CustomerAccess, ...others: string[]): Named => ({
  ids: [...(member ? [member.id] : []), ...others],
});
