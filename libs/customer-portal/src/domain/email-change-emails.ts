import type { Email } from '#kernel';

export const emailChangeEmail = (to: string, organization: string, link: string): Email => ({
  to,
  from: organization,
  subject: `Confirm your new e-mail address for ${organization}`,
  parts: [
    'Hello,',
    'with this link you confirm that your account should have this e-mail address:',
    { link, label: 'Confirm the address' },
    'It works once, within 30 minutes. If you did not ask for it, you can ignore this message.',
  ],
});

/** Does not contain the new address: whoever reads the old mailbox need not know it. */
export const emailChangedEmail = (to: string, organization: string): Email => ({
  to,
  from: organization,
  subject: `Your e-mail address for ${organization} was changed`,
  parts: [
    'Hello,',
    'your account has another e-mail address now, and this one no longer signs in.',
    'If you did not change it, please contact the seller.',
  ],
});
