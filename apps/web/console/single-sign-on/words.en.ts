export const singleSignOnEn = {
  singleSignOn: {
    with: 'Sign in with single sign-on',
    title: 'Single sign-on',
    text: 'Sign in with the account that your organization gave you.',
    submit: 'Continue',
    finishing: 'Signing you in …',
    notAvailable: 'No organization uses single sign-on for this address. Sign in with a code instead.',
    failed: 'This sign-in does not work, or not any more. Begin again, in one window.',
    canceled: 'Your organization’s provider did not sign you in.',
    otherwise: 'Sign in otherwise',
    needed: (organization: string) => `${organization} (single sign-on)`,
    neededTitle: (organization: string) => `${organization} requires single sign-on`,
    neededText: 'Sign in through its provider to see it. That session is for this organization only.',
    limitedTitle: 'You signed in through the provider of your organization',
    limitedText:
      'This session is for that organization only. To change how you sign in, or for your other organizations, sign in otherwise: with a code, password or passkey.',
  },
};
