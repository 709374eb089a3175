/**
 * A database view for statements of other contexts that identify users: `user_id`, `organization_id`, `role` and `is_blocked` (of the
 * organization) for every membership of a user. A user without memberships has one row without an organization, a blocked user none.
 */
export const USER_ROLES = 'organizations.user_roles';
