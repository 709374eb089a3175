import { type Email, SERVICE_NAME } from '#kernel';

export const signInEmail = (to: string, code: string): Email => ({
  to,
  from: SERVICE_NAME,
  subject: 'Your sign-in code',
  parts: [
    'Hello,',
    'with this code you can sign in:',
    { code },
    'It works once, within 30 minutes. Nobody of us asks you for it. If you did not request it, you can ignore this message.',
  ],
});
