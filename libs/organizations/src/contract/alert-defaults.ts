import type { AlertKind } from '../domain/alert.events.ts';
import type { MemberRole } from './members.ts';

interface Default {
  readonly isEnabled: boolean;
  readonly roles: readonly MemberRole[];
}

const OWNERS: readonly MemberRole[] = ['owner'];
const EVERYBODY: readonly MemberRole[] = ['owner', 'admin', 'member', 'finance', 'support'];

const DEFAULTS: Readonly<Record<AlertKind, Default>> = {
  undelivered_purchases: { isEnabled: true, roles: OWNERS },
  disputes: { isEnabled: false, roles: OWNERS },
  license_key_leaks: { isEnabled: true, roles: OWNERS },
  license_key_refusals: { isEnabled: true, roles: OWNERS },
  rising_refusals: { isEnabled: false, roles: OWNERS },
  expiring_license_keys: { isEnabled: false, roles: OWNERS },
  webhook_endpoints: { isEnabled: true, roles: EVERYBODY },
};

/** How organizations are told that have chosen nothing. */
export const defaultRule = (kind: AlertKind) => ({ ...DEFAULTS[kind], slackUrl: null, slackProblem: null });
