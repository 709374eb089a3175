import type { transferEn } from './transfer-words.en.ts';

export const transferDe: typeof transferEn = {
  title: 'Diesen Schlüssel an einen anderen Kunden übertragen',
  text: 'Der Kauf bleibt beim Käufer. Wer den Schlüssel hatte, kennt ihn vielleicht noch: Ersetzen Sie ihn danach, wenn er nicht mehr benutzt werden soll.',
  customer: 'Neuer Kunde',
  placeholder: 'Name oder E-Mail-Adresse',
  deactivate: 'Geräte des bisherigen Kunden deaktivieren',
  submit: 'Übertragen',
  done: 'Der Schlüssel wurde übertragen.',
};
