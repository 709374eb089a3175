import { MailTemplate } from '#support/mails';
import type { AllowedApplication } from './grant.events.ts';
import { SCOPE_WORDS } from './scopes.ts';
import { SCOPE_WORDS_AR } from './scopes.ar.ts';
import { SCOPE_WORDS_DE } from './scopes.de.ts';

interface Report {
  readonly allowed: Pick<AllowedApplication, 'client_name' | 'scopes' | 'expires_at' | 'address'>;
  readonly at: Date;
  /** The names of the organizations; null for all of the user. */
  readonly organizations: readonly string[] | null;
  readonly url: string;
}

export const applicationEmail = new MailTemplate<Report>({
  name: 'application_allowed',
  layout: 'plain',
  isOfService: true,
  texts: {
    en: ({ allowed: { client_name: name, scopes, expires_at, address }, at, organizations, url }, { formats }) => ({
      subject: 'An application may act for you',
      parts: [
        `You allowed “${name}” to act for you, on ${formats.moment(at)}, from the address ${address}. It calls itself so.`,
        `It may: ${scopes.map((scope) => SCOPE_WORDS[scope] ?? scope).join(', ')}.`,
        organizations === null ? 'In all of your organizations.' : `In these organizations: ${formats.list(organizations)}`,
        `This ends on ${formats.moment(new Date(expires_at))}, if you do not end it before.`,
        'If that was not you, sign in, change your password, and sign out everywhere on the page of your account, also of access tokens and applications.',
        { link: url, label: 'Open the console' },
      ],
    }),
    de: ({ allowed: { client_name: name, scopes, expires_at, address }, at, organizations, url }, { formats }) => ({
      subject: 'Eine Anwendung darf für Sie handeln',
      parts: [
        `Sie haben „${name}“ erlaubt, für Sie zu handeln, am ${formats.moment(at)}, von der Adresse ${address}. So nennt sie sich selbst.`,
        `Sie darf: ${scopes.map((scope) => SCOPE_WORDS_DE[scope] ?? scope).join(', ')}.`,
        organizations === null ? 'In allen Ihren Organisationen.' : `In diesen Organisationen: ${formats.list(organizations)}`,
        `Das endet am ${formats.moment(new Date(expires_at))}, wenn Sie es nicht vorher beenden.`,
        'Wenn Sie das nicht waren, melden Sie sich an, ändern Sie Ihr Passwort, und melden Sie sich auf der Seite Ihres Kontos überall ab, auch von Zugriffstoken und Anwendungen.',
        { link: url, label: 'Konsole öffnen' },
      ],
    }),
    ar: ({ allowed: { client_name: name, scopes, expires_at, address }, at, organizations, url }, { formats }) => ({
      subject: 'يمكن لتطبيق أن يتصرف نيابةً عنك',
      parts: [
        `لقد سمحت لـ «${name}» بالتصرف نيابةً عنك، في ${formats.moment(at)}، من العنوان ${address}. هكذا يسمّي التطبيق نفسه.`,
        `يحق له: ${scopes.map((scope) => SCOPE_WORDS_AR[scope] ?? scope).join('، ')}.`,
        organizations === null ? 'في كل مؤسساتك.' : `في هذه المؤسسات: ${formats.list(organizations)}`,
        `ينتهي ذلك في ${formats.moment(new Date(expires_at))}، ما لم تُنهه قبل ذلك.`,
        'إذا لم تكن أنت من فعل ذلك، فسجّل الدخول وغيّر كلمة المرور، ثم سجّل الخروج من كل مكان في صفحة حسابك، بما في ذلك رموز الوصول والتطبيقات.',
        { link: url, label: 'فتح لوحة التحكم' },
      ],
    }),
  },
  sample: {
    allowed: {
      client_name: 'Reports',
      scopes: ['openid', 'license_keys:read', 'orders:read'],
      expires_at: '2027-12-31T12:00:00.000Z',
      address: '192.0.2.1',
    },
    at: new Date('2027-01-31T12:00:00Z'),
    organizations: ['Acme Inc.'],
    url: 'https://licenses.example.com/console',
  },
});
