import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';
import { PORTAL_LABELS } from './portal-labels.ts';

const DOWNLOAD_LABELS: Record<Language, string> = { en: 'Your downloads', de: 'Ihre Downloads' };

/** Content of the e-mail that delivers a key. */
interface Delivery {
  /** The name of the product that was bought; null if the key was issued directly. */
  readonly product: string | null;
  /** The seller's description of the benefit. */
  readonly benefit: string;
  readonly key: string;
  readonly expiresAt: Date | null;
  readonly portalUrl: string;
}

export const deliveryEmail = new MailTemplate<Delivery>({
  name: 'license_key',
  layout: 'branded',
  texts: {
    en: ({ product, benefit, key, expiresAt, portalUrl }, { sender, formats }) => ({
      subject: `Your license key ${product === null ? '' : `for ${product} `}from ${sender}`,
      parts: [
        `Here is your license key${product === null ? '' : ` for ${product}`}. Keep it to yourself: whoever has it can use it.`,
        { code: key, caption: benefit },
        ...(expiresAt ? [`It is valid until ${formats.day(expiresAt)}.`] : []),
        'Enter it in the application. Your keys, their devices and your downloads are in the customer portal:',
        { link: portalUrl, label: PORTAL_LABELS.en },
      ],
    }),
    de: ({ product, benefit, key, expiresAt, portalUrl }, { sender, formats }) => ({
      subject: `Ihr Lizenzschlüssel ${product === null ? '' : `für ${product} `}von ${sender}`,
      parts: [
        `hier ist Ihr Lizenzschlüssel${product === null ? '' : ` für ${product}`}. Behalten Sie ihn für sich: Wer ihn hat, kann ihn verwenden.`,
        { code: key, caption: benefit },
        ...(expiresAt ? [`Er gilt bis ${formats.day(expiresAt)}.`] : []),
        'Geben Sie ihn in der Anwendung ein. Ihre Schlüssel, deren Geräte und Ihre Downloads finden Sie im Kundenportal:',
        { link: portalUrl, label: PORTAL_LABELS.de },
      ],
    }),
  },
  wordable: {
    values: ({ product, benefit, key, expiresAt, portalUrl }, { formats, language }) => ({
      product: product ?? benefit,
      benefit,
      key: { code: key, caption: benefit },
      expires_on: expiresAt && formats.day(expiresAt),
      portal_link: { link: portalUrl, label: PORTAL_LABELS[language] },
      downloads_link: { link: `${portalUrl}/downloads`, label: DOWNLOAD_LABELS[language] },
    }),
    required: ['key'],
  },
  sample: {
    product: 'Editor Pro',
    benefit: 'License key',
    key: 'EDITOR-4F2A9C1B-7D3E-4E0F-8A6B-2C5D9E1F0A3B',
    expiresAt: new Date('2027-12-31T12:00:00Z'),
    portalUrl: 'https://licenses.example.com/portal/acme',
  },
});
