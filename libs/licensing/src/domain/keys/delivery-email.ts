import { MailTemplate } from '#support/mails';

/** Content of the e-mail that delivers a key. */
interface Delivery {
  /** The seller's description of the benefit. */
  readonly benefit: string;
  readonly key: string;
  readonly expiresAt: Date | null;
}

export const deliveryEmail = new MailTemplate<Delivery>({
  name: 'license_key',
  layout: 'branded',
  texts: {
    en: ({ benefit, key, expiresAt }, { sender, formats }) => ({
      subject: `Your license key from ${sender}`,
      parts: [
        'Here is your license key. Keep it to yourself: whoever has it can use it.',
        { code: key, caption: benefit },
        ...(expiresAt ? [`It is valid until ${formats.day(expiresAt)}.`] : []),
      ],
    }),
    de: ({ benefit, key, expiresAt }, { sender, formats }) => ({
      subject: `Ihr Lizenzschlüssel von ${sender}`,
      parts: [
        'hier ist Ihr Lizenzschlüssel. Behalten Sie ihn für sich: Wer ihn hat, kann ihn verwenden.',
        { code: key, caption: benefit },
        ...(expiresAt ? [`Er gilt bis ${formats.day(expiresAt)}.`] : []),
      ],
    }),
  },
  sample: {
    benefit: 'Editor Pro',
    key: 'EDITOR-4F2A9C1B-7D3E-4E0F-8A6B-2C5D9E1F0A3B',
    expiresAt: new Date('2027-12-31T12:00:00Z'),
  },
});
