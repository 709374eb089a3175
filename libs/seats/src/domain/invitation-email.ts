import { SEAT_INVITATION_LIFETIME } from '#support/credentials';
import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';

const CLAIM_LABELS: Record<Language, string> = { en: 'Take my seat', de: 'Platz annehmen' };

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
  texts: {
    en: ({ by, product, claimUrl }, { sender, formats }) => ({
      subject: `Your seat of ${product}`,
      parts: [
        by === null
          ? `${sender} has given you a seat of ${product}. Open this link within ${formats.duration(SEAT_INVITATION_LIFETIME)} to take it:`
          : `${by} has invited you to a seat of ${product} from ${sender}. Open this link within ${formats.duration(SEAT_INVITATION_LIFETIME)} to take it:`,
        { link: claimUrl, label: CLAIM_LABELS.en },
        'If you did not expect this, you can ignore this message.',
      ],
    }),
    de: ({ by, product, claimUrl }, { sender, formats }) => ({
      subject: `Ihr Platz für ${product}`,
      parts: [
        by === null
          ? `${sender} hat Ihnen einen Platz für ${product} gegeben. Mit diesem Link nehmen Sie ihn an, er gilt ${formats.duration(SEAT_INVITATION_LIFETIME)}:`
          : `${by} lädt Sie zu einem Platz für ${product} von ${sender} ein. Mit diesem Link nehmen Sie ihn an, er gilt ${formats.duration(SEAT_INVITATION_LIFETIME)}:`,
        { link: claimUrl, label: CLAIM_LABELS.de },
        'Wenn Sie das nicht erwartet haben, brauchen Sie nichts zu tun.',
      ],
    }),
  },
  wordable: {
    values: ({ by, product, claimUrl }, { formats, language }) => ({
      inviter: by,
      product,
      valid_for: formats.duration(SEAT_INVITATION_LIFETIME),
      claim_link: { link: claimUrl, label: CLAIM_LABELS[language] },
    }),
    required: ['claim_link'],
  },
  sample: {
    by: 'Lovelace Ltd.',
    product: 'Editor Pro',
    claimUrl: 'https://portal.example.com/portal/acme/seats/claim?invitation_token=sample',
  },
});
