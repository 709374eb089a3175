import type { Named } from '../domain/teams.ts';

/** A member by its id, or by the id that it has in the seller's system. */
export type WhichMember = { readonly id: string } | { readonly externalId: string };

export const memberLookup = (which: WhichMember): Named =>
  'id' in which ? { ids: [which.id] } : { externalIds: [which.externalId] };
