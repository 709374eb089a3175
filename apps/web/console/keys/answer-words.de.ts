import type { answerEn } from './answer-words.en.ts';

export const answerDe: typeof answerEn = {
  subject: (key) => `Ihr Lizenzschlüssel ${key}`,
  greeting: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  works: (key) => `Ihr Lizenzschlüssel ${key} ist in Ordnung: Anwendungen können ihn jetzt benutzen.`,
  worksInGrace: (key) => `Ihr Lizenzschlüssel ${key} ist abgelaufen. Anwendungen können ihn noch für kurze Zeit benutzen.`,
  fails: (key) => `Anwendungen können Ihren Lizenzschlüssel ${key} zurzeit nicht benutzen.`,
  full: (limit, count) =>
    count === 1
      ? 'Er gilt für ein Gerät, das in Benutzung ist. Um ein anderes zu benutzen, entfernen Sie bitte zuerst dieses.'
      : `Er gilt für ${limit} Geräte, die alle in Benutzung sind. Um ein anderes zu benutzen, entfernen Sie bitte eines, das Sie nicht mehr brauchen.`,
  free: (left, count) =>
    count === 1 ? 'Sie können ein weiteres Gerät aktivieren.' : `Sie können ${left} weitere Geräte aktivieren.`,
  usedUp: (limit) => `Alle ${limit} Einheiten sind verbraucht.`,
  expired: (day) => `Er ist am ${day} abgelaufen.`,
  disabled: 'Er ist vorerst abgeschaltet.',
  revoked: 'Er wurde widerrufen.',
  portal: (url) => `Ihre Schlüssel und Geräte finden Sie hier: ${url}`,
  regards: (seller) => `Freundliche Grüße\n${seller}`,
};
