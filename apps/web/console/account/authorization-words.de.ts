import type { AuthorizationWords } from './authorization-words.en.ts';

export const authorizationsDe: AuthorizationWords = {
  title: 'Anwendungen, denen Sie es erlaubt haben',
  none: 'Keine Anwendung handelt für Sie.',
  application: 'Anwendung',
  may: 'Darf',
  everywhere: 'In allen Organisationen, zu denen Sie gehören',
  otherOrganization: 'einer anderen Organisation',
  only: (names) => `Nur in ${names}`,
  since: 'Erlaubt',
  until: 'Endet',
  knows: 'Kennt',
  about: { openid: 'Sie', profile: 'Ihren Namen', email: 'Ihre E-Mail-Adresse', 'user:read': 'Ihr Konto und seine Rollen' },
  reads: 'Liest',
  changes: 'Ändert',
  end: 'Beenden',
  endTitle: (name) => `Beenden, was Sie ${name} erlaubt haben?`,
  endText:
    'Alle Token, die sie für Sie hat, werden ab ihrer nächsten Anfrage abgelehnt. Was sie gelesen oder geändert hat, bleibt, wie es ist. Sie kann Sie wieder fragen.',
  ended: (name) => `${name} handelt nicht mehr für Sie.`,
};
