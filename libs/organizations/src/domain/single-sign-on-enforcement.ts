import { NotPermitted } from '#kernel';
import { SSOEnforcementRequiresConnection } from './organization.errors.ts';
import type { Members } from './roles.ts';

/** What switching the enforcement of single sign-on on or off needs. */
export interface SingleSignOnState {
  /** The user of the request, if the session was signed in through the provider of the organization; otherwise null. */
  readonly by: string | null;
  /** Whether the organization has an enabled connection to a provider. */
  readonly isConnected: boolean;
}

/** Whoever switches it on has shown that it works. Throws `NotPermitted` and `SSOEnforcementRequiresConnection`. */
export function assertEnforceable(state: SingleSignOnState | undefined): void {
  userOf(state);
  if (!state?.isConnected) throw new SSOEnforcementRequiresConnection();
}

/** Nobody gets around single sign-on by switching it off. Throws `NotPermitted`. */
export function assertMayStopEnforcing(state: SingleSignOnState | undefined, members: Members): void {
  if (members[userOf(state)] !== 'owner') throw new NotPermitted('Only owners may stop enforcing single sign-on.');
}

function userOf(state: SingleSignOnState | undefined): string {
  if (!state?.by) throw new NotPermitted('This needs a session that was signed in through the provider of the organization.');
  return state.by;
}
