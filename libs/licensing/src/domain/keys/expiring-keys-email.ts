import { MailTemplate } from '#support/mails';
import { SOON_DAYS } from './expiring-keys.ts';

interface Expiring {
  readonly count: number;
  /** Whether there are more, which were not counted. */
  readonly isMore: boolean;
  /** The list of those that expire soon. */
  readonly url: string;
}

export const expiringKeysEmail = new MailTemplate<Expiring>({
  name: 'license_keys_expiring',
  layout: 'plain',
  texts: {
    en: ({ count, isMore, url }, { sender, formats }) => {
      const what = count === 1 ? 'A license key' : `${isMore ? 'More than ' : ''}${formats.number(count)} license keys`;
      return {
        subject: `${what} of ${sender} will expire soon`,
        parts: [
          `${what} of ${sender} will expire within ${SOON_DAYS} days. You were not told of ${count === 1 ? 'it' : 'them'} before.`,
          { link: url, label: 'Open the license keys' },
        ],
      };
    },
    de: ({ count, isMore, url }, { sender, formats }) => {
      const isOne = count === 1;
      const what = isOne ? 'Ein Lizenzschlüssel' : `${isMore ? 'Mehr als ' : ''}${formats.number(count)} Lizenzschlüssel`;
      const begin = isOne ? 'ein Lizenzschlüssel' : `${isMore ? 'mehr als ' : ''}${formats.number(count)} Lizenzschlüssel`;
      return {
        subject: `${what} von ${sender} ${isOne ? 'läuft' : 'laufen'} bald ab`,
        parts: [
          `${begin} von ${sender} ${isOne ? 'läuft' : 'laufen'} innerhalb von ${SOON_DAYS} Tagen ab. Davon wurde Ihnen noch nicht berichtet.`,
          { link: url, label: 'Lizenzschlüssel öffnen' },
        ],
      };
    },
    ar: ({ count, isMore, url }, { sender, formats }) => {
      const what = `${isMore ? 'أكثر من ' : ''}${formats.number(count)}`;
      return {
        subject: `مفاتيح ترخيص من ${sender} تنتهي صلاحيتها قريبًا: ${what}`,
        parts: [
          `تنتهي خلال ${SOON_DAYS} أيام صلاحية مفاتيح ترخيص من ${sender} لم تُبلَّغ بها من قبل. عددها: ${what}.`,
          { link: url, label: 'فتح مفاتيح الترخيص' },
        ],
      };
    },
  },
  sample: { count: 12, isMore: false, url: 'https://licenses.example.com/console/acme/keys?expiry=week' },
});
