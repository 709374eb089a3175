import { MailTemplate } from '#support/mails';
import type { AccessTokenDetails } from './access-token.events.ts';

/** What an e-mail about a token says. */
interface Report {
  readonly details: AccessTokenDetails;
  /** Whether it is a token of a user rather than of the organization. */
  readonly isPersonal: boolean;
  /** The address of the user who did it, if it is known. */
  readonly by: string | null;
  readonly at: Date;
  /** The page of the console with the token. */
  readonly url: string;
}

/** Says what a token may do, and never the token itself. */
export const accessTokenEmail = new MailTemplate<Report>({
  name: 'access_token',
  layout: 'plain',
  texts: {
    en: ({ details, isPersonal, by, at, url }, { sender, formats }) => {
      const { change, comment, scopes, expires_at, address } = details;
      const whose = isPersonal ? 'a personal access token of your account' : `an access token of ${sender}`;
      const from = address === null ? '' : `, from the address ${address}`;
      return {
        subject: change === 'created' ? 'A new access token' : 'An access token has more scopes',
        parts: [
          `${by ?? 'A user'} ${change === 'created' ? 'made' : 'gave more scopes to'} ${whose}, on ${formats.moment(at)}${from}:`,
          `Comment: “${comment}”`,
          `Scopes: ${scopes.join(', ') || 'none'}`,
          expires_at === null ? 'It does not expire.' : `It expires on ${formats.moment(new Date(expires_at))}.`,
          `If ${by ?? 'the user'} did not do that, delete the token. Then they sign in, change their password, and sign out everywhere on the page of their account, also of access tokens and applications.`,
          { link: url, label: 'Open the access tokens' },
        ],
      };
    },
    de: ({ details, isPersonal, by, at, url }, { sender, formats }) => {
      const { change, comment, scopes, expires_at, address } = details;
      const whose = isPersonal ? 'ein persönliches Zugriffstoken Ihres Kontos' : `ein Zugriffstoken von ${sender}`;
      const from = address === null ? '' : `, von der Adresse ${address}`;
      return {
        subject: change === 'created' ? 'Ein neues Zugriffstoken' : 'Ein Zugriffstoken hat mehr Rechte',
        parts: [
          `${by ?? 'jemand'} hat ${whose} ${change === 'created' ? 'angelegt' : 'um Rechte erweitert'}, am ${formats.moment(at)}${from}:`,
          `Kommentar: „${comment}“`,
          `Rechte: ${scopes.join(', ') || 'keine'}`,
          expires_at === null ? 'Es läuft nicht ab.' : `Es läuft am ${formats.moment(new Date(expires_at))} ab.`,
          `Wenn ${by ?? 'diese Person'} das nicht war, löschen Sie das Token. Danach anmelden, das Passwort ändern und auf der Seite des Kontos überall abmelden, auch von Zugriffstoken und Anwendungen.`,
          { link: url, label: 'Zugriffstoken öffnen' },
        ],
      };
    },
    ar: ({ details, isPersonal, by, at, url }, { sender, formats }) => {
      const { change, comment, scopes, expires_at, address } = details;
      const whose = isPersonal ? 'رمز وصول شخصي لحسابك' : `رمز وصول لـ ${sender}`;
      const from = address === null ? '' : `، من العنوان ${address}`;
      return {
        subject: change === 'created' ? 'رمز وصول جديد' : 'لرمز وصول صلاحيات إضافية',
        parts: [
          `${change === 'created' ? 'أُنشئ' : 'وُسّعت صلاحيات'} ${whose}، في ${formats.moment(at)}${from}. من فعل ذلك: ${by ?? 'أحد المستخدمين'}`,
          `التعليق: «${comment}»`,
          `الصلاحيات: ${scopes.join(', ') || 'لا شيء'}`,
          expires_at === null ? 'لا تنتهي صلاحيته.' : `تنتهي صلاحيته في ${formats.moment(new Date(expires_at))}.`,
          'إذا لم يكن هذا الشخص من فعل ذلك، فاحذف الرمز. بعد ذلك يسجّل الدخول ويغيّر كلمة المرور ويسجّل الخروج من كل مكان في صفحة حسابه، بما في ذلك رموز الوصول والتطبيقات.',
          { link: url, label: 'فتح رموز الوصول' },
        ],
      };
    },
  },
  sample: {
    details: {
      change: 'created',
      comment: 'Build server',
      scopes: ['license_keys:read', 'license_keys:write'],
      expires_at: '2027-12-31T12:00:00.000Z',
      user_id: '00000000-0000-4000-8000-000000000000',
      address: '192.0.2.1',
    },
    isPersonal: false,
    by: 'ada@example.com',
    at: new Date('2027-01-31T12:00:00Z'),
    url: 'https://licenses.example.com/console/acme/tokens',
  },
});
