import type { singleSignOnEn } from './words.en.ts';

export const singleSignOnDe: typeof singleSignOnEn = {
  singleSignOn: {
    with: 'Mit Single Sign-on anmelden',
    title: 'Single Sign-on',
    text: 'Melden Sie sich mit dem Konto an, das Sie von Ihrer Organisation haben.',
    submit: 'Weiter',
    finishing: 'Sie werden angemeldet …',
    notAvailable: 'Für diese Adresse verwendet keine Organisation Single Sign-on. Melden Sie sich mit einem Code an.',
    failed: 'Diese Anmeldung ist nicht oder nicht mehr möglich. Beginnen Sie noch einmal, in nur einem Fenster.',
    canceled: 'Der Anbieter Ihrer Organisation hat Sie nicht angemeldet.',
    otherwise: 'Anders anmelden',
    needed: (organization) => `${organization} (Single Sign-on)`,
    neededTitle: (organization) => `${organization} verlangt Single Sign-on`,
    neededText: 'Melden Sie sich über den Anbieter an, um sie zu sehen. Diese Sitzung gilt dann nur für diese Organisation.',
    limitedTitle: 'Sie haben sich über den Anbieter Ihrer Organisation angemeldet',
    limitedText:
      'Diese Sitzung gilt nur für diese Organisation. Um zu ändern, wie Sie sich anmelden, oder für Ihre anderen Organisationen melden Sie sich anders an: mit Code, Passwort oder Passkey.',
  },
};
