export const signInEn = {
  title: 'Customer portal',
  notFound: 'There is no portal here',
  notFoundText: 'The address may be misspelled. The seller knows the right one.',
  signedInAs: (email: string) => `You are signed in as ${email}. This may sign you in as somebody else.`,
  contact: {
    write: (seller: string) => `Write to ${seller}`,
    website: (seller: string) => `Website of ${seller}`,
  },
  signIn: {
    title: 'Sign in',
    text: (seller: string) => `See your licenses, devices and purchases from ${seller}.`,
    email: 'E-mail address',
    send: 'Send me a code',
    codeTitle: 'Check your mail',
    codeText: (email: string, duration: string) =>
      `If ${email} is known here, a code is on its way. It works once, within ${duration}.`,
    linkText: 'Continue with the code from your mail. It works once.',
    code: 'Code',
    submit: 'Sign in',
    again: 'Use another address',
    resend: 'Send another code',
    resent: 'Another code is on its way.',
    wrongCode: 'This code does not work, or not any more. Ask for another one.',
    reasons: {
      expired: 'Your session has ended. Please sign in again.',
      link: 'This link does not work any more. Please sign in with a code.',
      manage: 'Sign in to see which devices use the license key, and to remove one.',
      device: 'Sign in here, and then allow the application that shows a code.',
      'signed-out': 'You are signed out.',
    },
  },
};

/** The words of signing in, which all pages of the portal have. */
export type SignInWords = typeof signInEn;
