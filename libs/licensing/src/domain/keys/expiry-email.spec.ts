import { expiryEmail } from './expiry-email.ts';

const mail = (locale: string | null, daysLeft: number) => {
  const { subject, parts } = expiryEmail({
    to: 'ada@example.com',
    locale,
    organization: 'Acme',
    benefit: 'Studio',
    displayKey: '****-E304DA',
    expiresAt: new Date('2026-12-31T22:59:59Z'),
    timeZone: 'Europe/Berlin',
    daysLeft,
    portalUrl: 'https://example.com/portal/acme',
  });
  return [subject, parts[1], parts.at(-1)];
};
const link = 'https://example.com/portal/acme';

test.each([
  ['en-US', 7, 'expires in 7 days', 'expires on December 31, 2026:'],
  ['en-GB', 1, 'expires in one day', 'expires on 31 December 2026:'],
  [null, 0, 'has expired', 'expired on December 31, 2026:'],
  ['fr', 0, 'has expired', 'expired on December 31, 2026:'],
])('in English for %s with %i days left', (locale, days, subject, text) => {
  expect(mail(locale, days)).toEqual([
    `Your license for Studio ${subject}`,
    `your license key from Acme ${text}`,
    { link, label: 'Open the customer portal' },
  ]);
});

test.each([
  ['de', 7, 'läuft in 7 Tagen ab', 'läuft am 31. Dezember 2026 ab:'],
  ['de-CH', 1, 'läuft in einem Tag ab', 'läuft am 31. Dezember 2026 ab:'],
  ['de-AT', 0, 'ist abgelaufen', 'ist am 31. Dezember 2026 abgelaufen:'],
])('in German for %s with %i days left', (locale, days, subject, text) => {
  expect(mail(locale, days)).toEqual([
    `Ihre Lizenz für Studio ${subject}`,
    `Ihr Lizenzschlüssel von Acme ${text}`,
    { link, label: 'Zum Kundenportal' },
  ]);
});
