import { TooManyRequests } from '#kernel';
import type { IntendedMail } from '#support/mails';
import { Config } from '#platform/config';
import type { OrganizationQuotas } from '#platform/quotas/composition';
import { SettableClock } from '../../../../test/support/settable-clock.ts';
import { CountedMailLimits } from './counted-mail-limits.ts';
import { MemoryCounterStore } from './memory-counter-store.ts';

const MINUTE = 60_000;

let clock: SettableClock;
let limits: CountedMailLimits;
beforeEach(() => {
  clock = new SettableClock();
  const config = Config.from({
    MAIL_PER_ADDRESS_PER_HOUR: '2',
    MAIL_PER_ADDRESS_PER_DAY: '3',
    MAIL_PER_CUSTOMER_PER_HOUR: '4',
    MAIL_PER_CUSTOMER_PER_DAY: '100',
    MAIL_PER_ORGANIZATION_PER_HOUR: '10',
    MAIL_PER_ORGANIZATION_PER_DAY: '100',
  });
  const quotas = { current: async (id: string) => (id === 'branch' ? 'acme' : id) } as OrganizationQuotas;
  limits = new CountedMailLimits(config, new MemoryCounterStore(clock), quotas);
});

const mail = (attributes: Partial<IntendedMail> = {}): IntendedMail => ({
  kind: 'seat-invitation',
  organizationId: 'acme',
  customerId: null,
  recipients: ['ada@example.com'],
  ...attributes,
});
const addresses = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n}@example.com`);

/** `sent`, or what is exceeded and the seconds to wait. */
async function causing(attributes: Partial<IntendedMail> = {}): Promise<unknown> {
  try {
    return await limits.within(mail(attributes), async () => 'sent');
  } catch (error) {
    if (error instanceof TooManyRequests) return [error.retryAfter, ...error.windows.map(({ name }) => name)];
    throw error;
  }
}

test('an address gets a limited number of emails an hour and a day, however it is written', async () => {
  expect([await causing(), await causing({ recipients: ['ADA@example.com'] })]).toEqual(['sent', 'sent']);
  clock.pass(10 * MINUTE);
  expect(await causing()).toEqual([3000, 'address-hour']);
  clock.pass(50 * MINUTE);
  expect([await causing(), await causing()]).toEqual(['sent', [23 * 3600, 'address-day']]);
});

test('what is counted separately does not use up the emails of others', async () => {
  await causing();
  await causing();
  expect(await causing()).toEqual([3600, 'address-hour']);
  expect(await causing({ kind: 'sign-in-code' })).toBe('sent');
  expect(await causing({ organizationId: 'other' })).toBe('sent');
  expect(await causing({ recipients: ['grace@example.com'] })).toBe('sent');
});

test('a customer causes a limited number of emails, whoever gets them; a seller is not limited by them', async () => {
  expect(await causing({ customerId: 'team', recipients: addresses(4) })).toBe('sent');
  expect(await causing({ customerId: 'team' })).toEqual([3600, 'customer-hour']);
  expect(await causing({ customerId: 'other' })).toBe('sent');
  expect(await causing()).toBe('sent');
});

test('in an organization a limited number of emails is caused; a request beyond it counts none', async () => {
  expect(await causing({ recipients: addresses(8) })).toBe('sent');
  expect(await causing({ recipients: ['a@example.com', 'b@example.com', 'c@example.com'] })).toEqual([3600, 'organization-hour']);
  expect(await causing({ recipients: ['a@example.com', 'a@example.com'] })).toBe('sent');
  expect(await causing({ recipients: ['a@example.com'] })).toEqual([3600, 'organization-hour', 'address-hour']);
});

test('organizations that are counted together have one limit of each kind', async () => {
  expect(await causing({ organizationId: 'branch', recipients: addresses(8) })).toBe('sent');
  expect(await causing({ recipients: ['a@example.com', 'b@example.com', 'c@example.com'] })).toEqual([3600, 'organization-hour']);
  expect(await causing({ recipients: ['0@example.com'] })).toBe('sent');
  expect(await causing({ organizationId: 'branch', recipients: ['0@example.com'] })).toEqual([3600, 'address-hour']);
  expect(await causing({ organizationId: 'other', recipients: addresses(8) })).toBe('sent');
});

test('emails that were not sent do not count', async () => {
  const fails = () => limits.within(mail(), () => Promise.reject(new Error('down')));
  for (const _ of [1, 2, 3, 4]) await expect(fails()).rejects.toThrow('down');
  expect([await causing(), await causing()]).toEqual(['sent', 'sent']);
});

test('what causes no email is not limited', async () => {
  for (const _ of [1, 2, 3, 4]) expect(await causing({ recipients: [] })).toBe('sent');
});
