import { currentContext, OPERATOR } from '#engine/tenancy';

/** What the command changes of users and their tokens from now on is in the audit logs of these organizations. */
export function loggedIn(organizations: readonly string[]): void {
  currentContext()!.attribution!.actor = { ...OPERATOR, organizations };
}
