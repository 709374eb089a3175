import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';
import { PORTAL_LABELS } from './portal-labels.ts';

/** Content of the e-mail that says when a key expires, or that it has expired. */
interface ExpiryMail {
  /** The seller's description of the benefit. */
  readonly benefit: string;
  readonly displayKey: string;
  readonly expiresAt: Date;
  /** 0 if it has expired. */
  readonly daysLeft: number;
  readonly portalUrl: string;
}

const inDays = (days: number): string =>
  new Intl.NumberFormat('ar-u-nu-latn', { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);

const EXPIRIES: Record<Language, (daysLeft: number) => string> = {
  en: (days) => (days === 0 ? 'has expired' : `expires in ${days === 1 ? 'one day' : `${days} days`}`),
  de: (days) => (days === 0 ? 'ist abgelaufen' : `läuft in ${days === 1 ? 'einem Tag' : `${days} Tagen`} ab`),
  ar: (days) =>
    days === 0 ? 'انتهت صلاحيته' : days === 1 ? 'تنتهي صلاحيته خلال يوم واحد' : `تنتهي صلاحيته خلال ${inDays(days)}`,
};

/** Does not contain the key: the customer has it, and finds it in the portal. */
export const expiryEmail = new MailTemplate<ExpiryMail>({
  name: 'license_key_expiry',
  layout: 'branded',
  wordings: {
    en: {
      subject: 'Your license for {{benefit}} {{expiry}}',
      paragraphs: ['Your license key from {{seller}} {{expiry}} ({{expires_on}}):', '{{display_key}}', '{{portal_link}}'],
    },
    de: {
      subject: 'Ihre Lizenz für {{benefit}} {{expiry}}',
      paragraphs: ['Ihr Lizenzschlüssel von {{seller}} {{expiry}} ({{expires_on}}):', '{{display_key}}', '{{portal_link}}'],
    },
    ar: {
      subject: 'ترخيصك لـ {{benefit}} {{expiry}}',
      paragraphs: ['مفتاح ترخيصك من {{seller}} {{expiry}} ({{expires_on}}):', '{{display_key}}', '{{portal_link}}'],
    },
  },
  values: ({ benefit, displayKey, expiresAt, daysLeft, portalUrl }, { formats, language }) => ({
    benefit,
    display_key: { code: displayKey, caption: benefit },
    expiry: EXPIRIES[language](daysLeft),
    expires_on: formats.day(expiresAt),
    days_left: daysLeft === 0 ? null : formats.number(daysLeft),
    portal_link: { link: portalUrl, label: PORTAL_LABELS[language] },
  }),
  required: ['expires_on'],
  sample: {
    benefit: 'Editor Pro',
    displayKey: '****-9F0A3B',
    expiresAt: new Date('2027-12-31T12:00:00Z'),
    daysLeft: 7,
    portalUrl: 'https://licenses.example.com/portal/acme',
  },
});
