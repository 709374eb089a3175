import { NotPermitted } from '#kernel';
import { SSOEnforcementRequiresConnection } from './organization.errors.ts';

/** What enforcing single sign-on needs. */
export interface SingleSignOnState {
  /** Whether the session of the request was signed in through the provider of the organization. */
  readonly isUsed: boolean;
  /** Whether the organization has an enabled connection to a provider. */
  readonly isConnected: boolean;
}

/** Whoever switches it on has shown that it works. Throws `NotPermitted` and `SSOEnforcementRequiresConnection`. */
export function assertEnforceable(state: SingleSignOnState | undefined): void {
  if (!state?.isUsed) throw new NotPermitted('Enforcing single sign-on needs a session that was signed in through it.');
  if (!state.isConnected) throw new SSOEnforcementRequiresConnection();
}
