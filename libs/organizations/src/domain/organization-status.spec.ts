import { CAPABILITIES, isAllowedTransition, STATUSES } from './organization-status.ts';

test.each([
  ['created', 'review denied active blocked'],
  ['review', 'created snoozed denied active blocked offboarding'],
  ['snoozed', 'created review denied active blocked'],
  ['denied', 'created active blocked offboarding'],
  ['active', 'created review denied blocked'],
  ['blocked', 'created active'],
  ['offboarding', 'review denied blocked offboarded'],
  ['offboarded', 'blocked'],
] as const)('%s can change to %s', (from, expected) => {
  expect(STATUSES.filter((to) => isAllowedTransition(from, to)).join(' ')).toBe(expected);
});

test.each([
  ['checkout_payments', 'review snoozed active offboarding'],
  ['subscription_renewals', 'review snoozed active offboarding'],
  ['payouts', 'review snoozed active offboarded'],
  ['refunds', 'review snoozed active offboarding'],
  ['api_access', 'created review snoozed denied active offboarding offboarded'],
  ['dashboard_access', 'created review snoozed denied active offboarding offboarded'],
] as const)('%s has the capabilities %s', (capability, expected) => {
  expect(STATUSES.filter((status) => CAPABILITIES[status][capability]).join(' ')).toBe(expected);
});
