import { randomUUID } from 'node:crypto';
import { aLicenseKey, anInstallation, NOW, secondsAfterNow, withValues } from '../../../testing/license-key.builder.ts';
import { CheckOuts } from '../floating/check-outs.ts';
import { paymentAfter, type PaymentState } from './standing.ts';

const DAY = 86_400;
const SUBSCRIPTION = randomUUID();

const told = (asOf: number, pastDueUntil: number | null, subscriptionId = SUBSCRIPTION): PaymentState => ({
  subscriptionId,
  pastDueUntil: pastDueUntil === null ? null : secondsAfterNow(pastDueUntil).toISOString(),
  asOf: secondsAfterNow(asOf).toISOString(),
});

test('a key is in good standing unless something is to be told', () => {
  expect(aLicenseKey().build().standingAt(NOW)).toBeNull();
  expect(aLicenseKey().limitedTo(1).activatedOn('laptop').build().standingAt(NOW)).toBeNull();
  expect(withValues(aLicenseKey().build(), { policyState: { checkIn: {} } }).standingAt(NOW)).toBeNull();
});

test('a trial is told until when it is one', () => {
  const key = withValues(aLicenseKey().expiredOn('2026-07-01').build(), { policyState: { isTrial: true } });
  expect(key.standingAt(NOW)).toEqual([{ name: 'trial', until: new Date('2026-07-01') }]);
});

test('a key with more devices than its limit is over it until enough are gone', () => {
  const key = aLicenseKey().limitedTo(3).activatedOn('a').activatedOn('b').activatedOn('c').build();
  key.update({ limitActivations: 1 }, NOW);
  expect(key.standingAt(NOW)).toEqual([{ name: 'over_limit', limit: 1, used: 3, until: null }]);
  key.update({ limitActivations: 3 }, NOW);
  expect(key.standingAt(NOW)).toBeNull();
});

test('of a floating key, places are known where they were counted', () => {
  const policy = { checkoutSeconds: 60, overdraft: 1 };
  const checkOuts = new CheckOuts(policy);
  const key = aLicenseKey().limitedTo(1).floating(policy).build().loadedWith({ checkOuts });
  checkOuts.countedAt(NOW, 1);
  key.activate(anInstallation(), NOW);
  expect(key.standingAt(NOW)).toEqual([{ name: 'over_limit', limit: 1, used: 2, until: null }]);
  expect(key.loadedWith({ checkOuts: new CheckOuts(policy) }).standingAt(NOW)).toBeNull();
});

test('a key is past due from when it is told so until it is told otherwise, in any order', () => {
  const key = aLicenseKey().build();
  key.notePayment(told(10, 7 * DAY));
  expect(key.standingAt(NOW)).toEqual([{ name: 'past_due', until: secondsAfterNow(7 * DAY) }]);
  key.notePayment(told(20, null));
  key.notePayment(told(10, 7 * DAY));
  expect(key.standingAt(NOW)).toBeNull();
  expect(key.pullEvents()).toEqual([]);
});

test('what is told of another subscription does not settle the payment', () => {
  const [due, paid, other] = [told(10, DAY), told(20, null), told(30, null, randomUUID())];
  expect(paymentAfter(due, other)).toBe(due);
  expect(paymentAfter(due, paid)).toBe(paid);
  expect(paymentAfter(paid, due)).toBe(paid);
  expect(paymentAfter(undefined, paid)).toBe(paid);
});

test('a renewal is told for 30 days, unless it is taken back', () => {
  const key = aLicenseKey().expiredOn('2026-07-01').build();
  const grant = {
    id: randomUUID(),
    customerId: key.customerId,
    benefitId: key.benefitId,
    isGranted: true,
    revision: 1,
    purchasedAt: null,
    orderId: randomUUID(),
    subscriptionId: null,
  };
  const term = { lifetime: { ttl: 1, timeframe: 'year' } } as const;
  key.renewFor(grant, term, NOW);
  const renewed = [{ name: 'renewed', at: NOW, until: new Date('2027-07-01') }];
  expect(key.standingAt(secondsAfterNow(30 * DAY - 1))).toEqual(renewed);
  expect(key.standingAt(secondsAfterNow(30 * DAY))).toBeNull();
  key.renewFor({ ...grant, isGranted: false, revision: 2 }, term, NOW);
  expect(key.standingAt(NOW)).toBeNull();
});
