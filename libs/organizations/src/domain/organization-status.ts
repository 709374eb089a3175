export const STATUSES = ['created', 'review', 'snoozed', 'denied', 'active', 'blocked', 'offboarding', 'offboarded'] as const;
export type OrganizationStatus = (typeof STATUSES)[number];

const SWITCHES = ['checkout_payments', 'subscription_renewals', 'payouts', 'refunds', 'api_access', 'dashboard_access'] as const;
type Capability = (typeof SWITCHES)[number];
export type Capabilities = { readonly [C in Capability]: boolean };

const allBut = (...denied: Capability[]): Capabilities =>
  Object.fromEntries(SWITCHES.map((capability) => [capability, !denied.includes(capability)])) as Capabilities;

const NO_MONEY = ['checkout_payments', 'subscription_renewals', 'payouts', 'refunds'] as const;

/** The capabilities of an organization in each status. Without `api_access` its data can only be read. */
export const CAPABILITIES: { readonly [S in OrganizationStatus]: Capabilities } = {
  created: allBut(...NO_MONEY),
  review: allBut(),
  snoozed: allBut(),
  active: allBut(),
  denied: allBut(...NO_MONEY),
  offboarding: allBut('payouts'),
  offboarded: allBut('checkout_payments', 'subscription_renewals', 'refunds'),
  blocked: allBut(...SWITCHES),
};

const NEXT: { readonly [S in OrganizationStatus]: readonly OrganizationStatus[] } = {
  created: ['review', 'active', 'denied', 'blocked'],
  review: ['created', 'active', 'snoozed', 'denied', 'offboarding', 'blocked'],
  snoozed: ['created', 'review', 'active', 'denied', 'blocked'],
  active: ['created', 'review', 'denied', 'blocked'],
  denied: ['created', 'active', 'offboarding', 'blocked'],
  offboarding: ['review', 'denied', 'blocked', 'offboarded'],
  offboarded: ['blocked'],
  blocked: ['created', 'active'],
};

export const isAllowedTransition = (from: OrganizationStatus, to: OrganizationStatus): boolean => NEXT[from].includes(to);
