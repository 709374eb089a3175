import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';

const TAKE_LABELS: Record<Language, string> = { en: 'Take my gift', de: 'Geschenk annehmen', ar: 'أخذ هديتي' };

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
  wordings: {
    en: {
      subject: 'A gift for you: {{product}}',
      paragraphs: [
        'You have been given {{product}} from {{seller}}.',
        'It is a gift from {{giver}}.',
        'Sign in with this e-mail address to take it:',
        '{{portal_link}}',
        'If you did not expect this, you can ignore this message.',
      ],
    },
    de: {
      subject: 'Ein Geschenk für Sie: {{product}}',
      paragraphs: [
        'Sie haben {{product}} von {{seller}} geschenkt bekommen.',
        'Das Geschenk ist von {{giver}}.',
        'Melden Sie sich mit dieser E-Mail-Adresse an, um es anzunehmen:',
        '{{portal_link}}',
        'Wenn Sie das nicht erwartet haben, brauchen Sie nichts zu tun.',
      ],
    },
    ar: {
      subject: 'هدية لك: {{product}}',
      paragraphs: [
        'أُهدي إليك {{product}} من {{seller}}.',
        'الهدية من {{giver}}.',
        'سجّل الدخول بعنوان البريد الإلكتروني هذا لتأخذها:',
        '{{portal_link}}',
        'إذا لم تكن تتوقع ذلك فتجاهل هذه الرسالة.',
      ],
    },
  },
  values: ({ by, product, portalUrl }, { language }) => ({
    giver: by,
    product,
    portal_link: { link: portalUrl, label: TAKE_LABELS[language] },
  }),
  required: ['portal_link'],
  sample: { by: 'Ada Lovelace', product: 'Editor Pro', portalUrl: 'https://portal.example.com/portal/acme' },
});
