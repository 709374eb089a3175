import type { Email } from '#kernel';

/** A code, the name of the customer that it signs in to, and the page of the portal where it is entered already. */
export interface MailedCode {
  readonly code: string;
  readonly link: string;
  readonly customer: string | null;
}

/** Contains one code for each customer with the recipient's address. */
export function signInEmail(to: string, organization: string, codes: readonly MailedCode[]): Email {
  const caption = (customer: string | null): string | undefined => (codes.length > 1 ? (customer ?? to) : undefined);
  return {
    to,
    from: organization,
    subject: `Your sign-in code for ${organization}`,
    parts: [
      'Hello,',
      codes.length > 1 ? 'with one of these codes you can sign in, each for its own account:' : 'with this code you can sign in:',
      ...codes.flatMap(({ code, customer, link }) => [
        { code, caption: caption(customer) },
        { link, label: 'Sign in' },
      ]),
      'It works once, within 30 minutes. If you did not ask for it, you can ignore this message.',
    ],
  };
}
