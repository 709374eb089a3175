import type { Email } from '#kernel';

/** Content of the e-mail that invites somebody to a seat. */
export interface Invitation {
  readonly to: string;
  readonly organization: string;
  readonly product: string;
  readonly claimUrl: string;
}

export const invitationEmail = ({ to, organization, product, claimUrl }: Invitation): Email => ({
  to,
  from: organization,
  subject: `Your seat of ${product}`,
  parts: [
    'Hello,',
    `${organization} has given you a seat of ${product}. Open this link within 24 hours to take it:`,
    { link: claimUrl, label: 'Take my seat' },
    'If you did not expect this, you can ignore this message.',
  ],
});
