import type { transferEn } from './transfer-words.en.ts';

export const transferDe: typeof transferEn = {
  title: 'Diesen Schlüssel an einen anderen Kunden übertragen',
  text: 'Der Kauf bleibt beim Käufer. Wer den Schlüssel hatte, kennt ihn vielleicht noch: Ersetzen Sie ihn danach, wenn er nicht mehr benutzt werden soll.',
  to: 'Neuer Kunde',
  placeholder: 'Name oder E-Mail-Adresse',
  deactivate: 'Geräte des bisherigen Kunden deaktivieren',
  transfer: 'Übertragen',
  done: 'Der Schlüssel wurde übertragen.',
};
