import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';
import { PORTAL_LABELS } from './portal-labels.ts';

const DOWNLOAD_LABELS: Record<Language, string> = { en: 'Your downloads', de: 'Ihre Downloads', ar: 'تنزيلاتك' };

/** Content of the e-mail that delivers a key. */
interface Delivery {
  /** The name of the product that was bought; null if the key was issued directly. */
  readonly product: string | null;
  /** The seller's description of the benefit. */
  readonly benefit: string;
  readonly key: string;
  readonly expiresAt: Date | null;
  /** What the seller says that the customer does first; null if nothing. */
  readonly firstSteps: string | null;
  readonly portalUrl: string;
}

export const deliveryEmail = new MailTemplate<Delivery>({
  name: 'license_key',
  layout: 'branded',
  wordings: {
    en: {
      subject: 'Your license key for {{product}} from {{seller}}',
      paragraphs: [
        'Here is your license key for {{product}}. Keep it to yourself: whoever has it can use it.',
        '{{key}}',
        'It is valid until {{expires_on}}.',
        '{{first_steps}}',
        'Enter it in the application. Your keys, their devices and your downloads are in the customer portal:',
        '{{portal_link}}',
      ],
    },
    de: {
      subject: 'Ihr Lizenzschlüssel für {{product}} von {{seller}}',
      paragraphs: [
        'hier ist Ihr Lizenzschlüssel für {{product}}. Behalten Sie ihn für sich: Wer ihn hat, kann ihn verwenden.',
        '{{key}}',
        'Er gilt bis {{expires_on}}.',
        '{{first_steps}}',
        'Geben Sie ihn in der Anwendung ein. Ihre Schlüssel, deren Geräte und Ihre Downloads finden Sie im Kundenportal:',
        '{{portal_link}}',
      ],
    },
    ar: {
      subject: 'مفتاح ترخيصك لـ {{product}} من {{seller}}',
      paragraphs: [
        'هذا مفتاح ترخيصك لـ {{product}}. احتفظ به لنفسك: من لديه المفتاح يستطيع استخدامه.',
        '{{key}}',
        'وهو صالح حتى {{expires_on}}.',
        '{{first_steps}}',
        'أدخله في التطبيق. مفاتيحك وأجهزتها وتنزيلاتك في بوابة العملاء:',
        '{{portal_link}}',
      ],
    },
  },
  values: ({ product, benefit, key, expiresAt, firstSteps, portalUrl }, { formats, language }) => ({
    product: product ?? benefit,
    benefit,
    key: { code: key, caption: benefit },
    expires_on: expiresAt && formats.day(expiresAt),
    first_steps: firstSteps === null ? null : { text: firstSteps },
    portal_link: { link: portalUrl, label: PORTAL_LABELS[language] },
    downloads_link: { link: `${portalUrl}/downloads`, label: DOWNLOAD_LABELS[language] },
  }),
  required: ['key'],
  sample: {
    product: 'Editor Pro',
    benefit: 'License key',
    key: 'EDITOR-4F2A9C1B-7D3E-4E0F-8A6B-2C5D9E1F0A3B',
    expiresAt: new Date('2027-12-31T12:00:00Z'),
    firstSteps: 'https://www.example.com/first-steps',
    portalUrl: 'https://licenses.example.com/portal/acme',
  },
});
