import type { CustomerAccess } from '#kernel';
import type { MemberLookup, WhichTeam } from '../domain/teams.ts';

/** Selects a member by its id or by its external id. */
export type WhichMember = { readonly id: string } | { readonly externalId: string };

export const memberLookup = (which: WhichMember): MemberLookup =>
  'id' in which ? { ids: [which.id] } : { externalIds: [which.externalId] };

export const ownTeam = ({ customerId, organizationId }: CustomerAccess): WhichTeam => ({
  customerId,
  organizations: [organizationId],
});

/** Looks up the acting member and the members with the given ids. */
export const memberLookupWith = ({ member }: CustomerAccess, ...others: string[]): MemberLookup => ({
  ids: [...(member ? [member.id] : []), ...others],
});
