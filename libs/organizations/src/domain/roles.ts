export const ROLES = ['owner', 'admin', 'member', 'finance'] as const;
/** What a user may do inside an organization. */
export type Role = (typeof ROLES)[number];

/** Who belongs to an organization: the role by the user's id. */
export type Members = { readonly [userId: string]: Role };
