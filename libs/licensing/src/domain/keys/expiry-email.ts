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

/** Does not contain the key: the customer has it, and finds it in the portal. */
export const expiryEmail = new MailTemplate<ExpiryMail>({
  name: 'license_key_expiry',
  layout: 'branded',
  texts: {
    en: ({ benefit, displayKey, expiresAt, daysLeft, portalUrl }, { sender, formats }) => ({
      subject:
        daysLeft === 0
          ? `Your license for ${benefit} has expired`
          : `Your license for ${benefit} expires in ${daysLeft === 1 ? 'one day' : `${daysLeft} days`}`,
      parts: [
        `Your license key from ${sender} ${daysLeft === 0 ? 'expired' : 'expires'} on ${formats.day(expiresAt)}:`,
        { code: displayKey, caption: benefit },
        { link: portalUrl, label: PORTAL_LABELS.en },
      ],
    }),
    de: ({ benefit, displayKey, expiresAt, daysLeft, portalUrl }, { sender, formats }) => ({
      subject:
        daysLeft === 0
          ? `Ihre Lizenz für ${benefit} ist abgelaufen`
          : `Ihre Lizenz für ${benefit} läuft in ${daysLeft === 1 ? 'einem Tag' : `${daysLeft} Tagen`} ab`,
      parts: [
        `Ihr Lizenzschlüssel von ${sender} ${daysLeft === 0 ? 'ist' : 'läuft'} am ${formats.day(expiresAt)} ${daysLeft === 0 ? 'abgelaufen' : 'ab'}:`,
        { code: displayKey, caption: benefit },
        { link: portalUrl, label: PORTAL_LABELS.de },
      ],
    }),
  },
  wordable: {
    values: ({ benefit, displayKey, expiresAt, daysLeft, portalUrl }, { formats, language }) => ({
      benefit,
      display_key: { code: displayKey, caption: benefit },
      expires_on: formats.day(expiresAt),
      days_left: daysLeft === 0 ? null : formats.number(daysLeft),
      portal_link: { link: portalUrl, label: PORTAL_LABELS[language] },
    }),
    required: ['expires_on'],
  },
  sample: {
    benefit: 'Editor Pro',
    displayKey: '****-9F0A3B',
    expiresAt: new Date('2027-12-31T12:00:00Z'),
    daysLeft: 7,
    portalUrl: 'https://licenses.example.com/portal/acme',
  },
});
