import type { SignInWords } from './words.en.ts';

export const signInDe: SignInWords = {
  title: 'Kundenportal',
  notFound: 'Hier gibt es kein Portal',
  notFoundText: 'Die Adresse ist vielleicht falsch geschrieben. Der Anbieter kennt die richtige.',
  signedInAs: (email) => `Sie sind als ${email} angemeldet. Vielleicht werden Sie damit als jemand anders angemeldet.`,
  contact: {
    write: (seller) => `An ${seller} schreiben`,
    website: (seller) => `Website von ${seller}`,
  },
  signIn: {
    title: 'Anmelden',
    text: (seller) => `Ihre Lizenzen, Geräte und Käufe bei ${seller}.`,
    email: 'E-Mail-Adresse',
    send: 'Code senden',
    codeTitle: 'Sehen Sie in Ihr Postfach',
    codeText: (email, duration) => `Falls ${email} hier bekannt ist, ist ein Code unterwegs. Er gilt einmal, ${duration} lang.`,
    linkText: 'Weiter mit dem Code aus Ihrer E-Mail. Er gilt einmal.',
    code: 'Code',
    submit: 'Anmelden',
    again: 'Andere Adresse verwenden',
    resend: 'Neuen Code senden',
    resent: 'Ein neuer Code ist unterwegs.',
    wrongCode: 'Dieser Code gilt nicht oder nicht mehr. Lassen Sie sich einen neuen senden.',
    reasons: {
      expired: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich neu an.',
      link: 'Dieser Link gilt nicht mehr. Bitte melden Sie sich mit einem Code an.',
      manage: 'Melden Sie sich an, um zu sehen, welche Geräte den Lizenzschlüssel nutzen, und eines zu entfernen.',
      device: 'Melden Sie sich hier an, und erlauben Sie dann die Anwendung, die einen Code zeigt.',
      'signed-out': 'Sie sind abgemeldet.',
    },
  },
};
