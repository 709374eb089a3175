import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';

const TAKE_LABELS: Record<Language, string> = { en: 'Take my gift', de: 'Geschenk annehmen' };

interface Gift {
  /** The name or the address of the buyer; null if it has neither. */
  readonly by: string | null;
  readonly product: string;
  readonly portalUrl: string;
}

/** Tells whoever gets a purchase as a gift where it is. Signing in there proves that the address is theirs. */
export const giftEmail = new MailTemplate<Gift>({
  name: 'gift',
  layout: 'branded',
  texts: {
    en: ({ by, product, portalUrl }, { sender }) => ({
      subject: `A gift for you: ${product}`,
      parts: [
        `${by ?? 'Somebody'} has given you ${product} from ${sender}. Sign in with this e-mail address to take it:`,
        { link: portalUrl, label: TAKE_LABELS.en },
        'If you did not expect this, you can ignore this message.',
      ],
    }),
    de: ({ by, product, portalUrl }, { sender }) => ({
      subject: `Ein Geschenk für Sie: ${product}`,
      parts: [
        `${by ?? 'jemand'} schenkt Ihnen ${product} von ${sender}. Melden Sie sich mit dieser E-Mail-Adresse an, um es anzunehmen:`,
        { link: portalUrl, label: TAKE_LABELS.de },
        'Wenn Sie das nicht erwartet haben, brauchen Sie nichts zu tun.',
      ],
    }),
  },
  wordable: {
    values: ({ by, product, portalUrl }, { language }) => ({
      giver: by,
      product,
      portal_link: { link: portalUrl, label: TAKE_LABELS[language] },
    }),
    required: ['portal_link'],
  },
  sample: { by: 'Ada Lovelace', product: 'Editor Pro', portalUrl: 'https://portal.example.com/portal/acme' },
});
