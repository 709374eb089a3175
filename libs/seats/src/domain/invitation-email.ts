import { SEAT_INVITATION_LIFETIME } from '#support/credentials';
import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';

const CLAIM_LABELS: Record<Language, string> = { en: 'Take my seat', de: 'Platz annehmen', ar: 'أخذ مقعدي' };

/** Content of the e-mail that invites somebody to a seat. */
interface Invitation {
  /** The name or the address of the customer whose seat it is; null if it has neither. */
  readonly by: string | null;
  readonly product: string;
  readonly claimUrl: string;
}

export const invitationEmail = new MailTemplate<Invitation>({
  name: 'seat_invitation',
  layout: 'branded',
  wordings: {
    en: {
      subject: 'Your seat of {{product}}',
      paragraphs: [
        'You have been given a seat of {{product}} from {{seller}}.',
        '{{inviter}} has invited you.',
        'Open this link within {{valid_for}} to take it:',
        '{{claim_link}}',
        'If you did not expect this, you can ignore this message.',
      ],
    },
    de: {
      subject: 'Ihr Platz für {{product}}',
      paragraphs: [
        'Sie haben einen Platz für {{product}} von {{seller}} erhalten.',
        '{{inviter}} hat Sie eingeladen.',
        'Mit diesem Link nehmen Sie den Platz an. Er gilt {{valid_for}}:',
        '{{claim_link}}',
        'Wenn Sie das nicht erwartet haben, brauchen Sie nichts zu tun.',
      ],
    },
    ar: {
      subject: 'مقعدك في {{product}}',
      paragraphs: [
        'حصلت على مقعد في {{product}} من {{seller}}.',
        'دعاك {{inviter}}.',
        'افتح هذا الرابط خلال {{valid_for}} لتأخذه:',
        '{{claim_link}}',
        'إذا لم تكن تتوقع ذلك فتجاهل هذه الرسالة.',
      ],
    },
  },
  values: ({ by, product, claimUrl }, { formats, language }) => ({
    inviter: by,
    product,
    valid_for: formats.duration(SEAT_INVITATION_LIFETIME),
    claim_link: { link: claimUrl, label: CLAIM_LABELS[language] },
  }),
  required: ['claim_link'],
  sample: {
    by: 'Lovelace Ltd.',
    product: 'Editor Pro',
    claimUrl: 'https://portal.example.com/portal/acme/seats/claim?invitation_token=sample',
  },
});
