import type { Email } from '#kernel';

/** The name of the service in e-mails to users, who may belong to several organizations or to none. */
export const SENDER = 'Latchkey';

export const signInEmail = (to: string, code: string): Email => ({
  to,
  from: SENDER,
  subject: 'Your sign-in code',
  parts: [
    'Hello,',
    'with this code you can sign in:',
    { code },
    'It works once, within 30 minutes. Nobody of us asks you for it. If you did not request it, you can ignore this message.',
  ],
});
