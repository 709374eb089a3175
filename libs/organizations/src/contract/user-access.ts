/**
 * A database view of the users who are not blocked, for statements of other contexts that identify them: `user_id`, `email`, and
 * `memberships` as JSON (`organizationId`, `role`, `blocked`), which is null for a user without any.
 */
export const USER_ACCESS = 'organizations.user_access';
