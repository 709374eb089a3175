import type { MemberLookup } from '../domain/teams.ts';

/** Selects a member by its id or by its external id. */
export type WhichMember = { readonly id: string } | { readonly externalId: string };

export const memberLookup = (which: WhichMember): MemberLookup =>
  'id' in which ? { ids: [which.id] } : { externalIds: [which.externalId] };
