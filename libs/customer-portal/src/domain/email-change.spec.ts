import { newId, ValidationFailed } from '#kernel';
import { EmailChange } from './email-change.ts';
import { Customer } from './customer.ts';

const NOW = new Date('2026-01-31T12:00:00.000Z');
const FREE = { email: false, externalId: false };
const minutesLater = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

const requested = () =>
  EmailChange.create(
    { organizationId: newId(), customerId: newId(), email: 'New@Example.com', previousEmail: 'old@example.com' },
    NOW,
  );

test('a link works once, for 30 minutes', () => {
  const change = requested();
  expect(change.issueToken(Buffer.from('a'), minutesLater(30))).toBe(true);
  expect(change.complete(minutesLater(31))).toBe(false);
  expect(change.complete(minutesLater(30))).toBe(true);
  expect(change.snapshot).toMatchObject({ completedAt: minutesLater(30), digest: null });
  expect(change.complete(minutesLater(30))).toBe(false);
  expect(change.issueToken(Buffer.from('b'), minutesLater(30))).toBe(false);
  expect(change.pullEvents().map(({ name }) => name)).toEqual(['email_change.requested', 'email_change.completed']);
});

test('a link that was not mailed in time is not mailed any more', () => {
  expect(requested().issueToken(Buffer.from('a'), minutesLater(31))).toBe(false);
});

test.each([
  ['OLD@example.com', true],
  ['new@example.com', true],
  ['another@example.com', false],
  [null, false],
])('a customer with the address %s is the one that asked: %s', (email, isMeant) => {
  expect(requested().concerns(email)).toBe(isMeant);
});

test('a customer that confirms an address has it, verified; what is so already records nothing', () => {
  const customer = Customer.create({ organizationId: newId(), type: 'individual', email: 'old@example.com' }, NOW);
  customer.pullEvents();
  expect(() => customer.confirmEmail('new@example.com', { email: true, externalId: false }, NOW)).toThrow(ValidationFailed);
  expect(customer.email).toBe('old@example.com');
  customer.confirmEmail('new@example.com', FREE, NOW);
  customer.confirmEmail('new@example.com', FREE, NOW);
  expect(customer.email).toBe('new@example.com');
  expect(customer.pullEvents().map(({ payload }) => payload)).toMatchObject([{ changed: ['email', 'email_verified'] }]);
});
