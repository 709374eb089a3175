import type { Email } from '#kernel';

export function undeliveredEmail(to: string, organization: string, count: number): Email {
  const what = count === 1 ? 'A purchase was' : `${count} purchases were`;
  return {
    to,
    from: organization,
    subject: `${what} paid and not delivered`,
    parts: [
      'Hello,',
      `${what.toLowerCase()} paid at ${organization}, and the customers did not get what they paid for.`,
      'The page “Paid, not delivered” of the console shows who paid what and why it was not delivered, and delivers it.',
    ],
  };
}
