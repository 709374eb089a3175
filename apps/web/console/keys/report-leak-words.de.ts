import type { reportLeakEn } from './report-leak-words.en.ts';

export const reportLeakDe: typeof reportLeakEn = {
  report: 'Leck melden',
  title: 'Wurde dieser Schlüssel öffentlich gefunden?',
  text: 'Es geschieht, was die Leistung bestimmt: Eigentümer bekommen eine E-Mail, und der Schlüssel wird ersetzt oder deaktiviert, wenn sie es so bestimmt.',
  url: 'Wo er gefunden wurde',
  urlHint: 'Die Adresse der Seite, falls es eine gibt.',
  done: 'Das Leck ist gemeldet.',
};
