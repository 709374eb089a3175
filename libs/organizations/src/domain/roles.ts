export const ROLES = ['owner', 'admin', 'member', 'finance', 'support'] as const;
/** The role of a user in an organization. */
export type Role = (typeof ROLES)[number];

/** The members of an organization: roles by user id. */
export type Members = { readonly [userId: string]: Role };
