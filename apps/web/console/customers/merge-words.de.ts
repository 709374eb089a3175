import type { mergeEn } from './merge-words.en.ts';

export const mergeDe: typeof mergeEn = {
  title: (name) => `Einen anderen Kunden mit ${name} zusammenführen`,
  text: (name) =>
    `${name} bekommt alle Käufe, Lizenzschlüssel, Plätze, Mitglieder und die Nutzung des anderen Kunden, der gelöscht wird. Dessen E-Mail-Adresse führt danach zu ${name}. Das lässt sich nicht zurücknehmen.`,
  customer: 'Anderer Kunde',
  placeholder: 'Name oder E-Mail-Adresse',
  submit: 'Zusammenführen',
  done: 'Die Kunden wurden zusammengeführt.',
  itself: 'Das ist derselbe Kunde.',
};
