import type { Sender } from '#support/mails';
import { expiryEmail } from './expiry-email.ts';

const ACME: Sender = {
  name: 'Acme',
  logoUrl: null,
  color: null,
  language: null,
  timeZone: 'Europe/Berlin',
  organizationId: null,
  sandboxId: null,
};

const mail = (locale: string | null, daysLeft: number) => {
  const notice = {
    benefit: 'Studio',
    displayKey: '****-E304DA',
    expiresAt: new Date('2026-12-31T22:59:59Z'),
    daysLeft,
    portalUrl: 'https://example.com/portal/acme',
  };
  const { subject, parts } = expiryEmail.email('ada@example.com', ACME, notice, locale);
  return [subject, parts[1], parts.find((part) => typeof part === 'object' && 'link' in part)];
};
const link = 'https://example.com/portal/acme';

test.each([
  ['en-US', 7, 'expires in 7 days', 'December 31, 2026'],
  ['en-GB', 1, 'expires in one day', '31 December 2026'],
  [null, 0, 'has expired', '31 December 2026'],
  ['fr', 0, 'has expired', '31 December 2026'],
])('in English for %s with %i days left', (locale, days, expiry, day) => {
  expect(mail(locale, days)).toEqual([
    `Your license for Studio ${expiry}`,
    `Your license key from Acme ${expiry} (${day}):`,
    { link, label: 'Open the customer portal' },
  ]);
});

test.each([
  ['de', 7, 'läuft in 7 Tagen ab'],
  ['de-CH', 1, 'läuft in einem Tag ab'],
  ['de-AT', 0, 'ist abgelaufen'],
])('in German for %s with %i days left', (locale, days, expiry) => {
  expect(mail(locale, days)).toEqual([
    `Ihre Lizenz für Studio ${expiry}`,
    `Ihr Lizenzschlüssel von Acme ${expiry} (31. Dezember 2026):`,
    { link, label: 'Zum Kundenportal' },
  ]);
});
