import type { revocationEn } from './revocation-words.en.ts';

export const revocationDe: typeof revocationEn = {
  because: 'Er ist entzogen, weil:',
  reasons: {
    by_hand: 'Jemand hat ihn von Hand entzogen.',
    dispute: 'Die Bank fordert die Zahlung seiner Bestellung zurück, und der Streitfall ist nicht gewonnen.',
    refund: 'Seine Bestellung wurde erstattet, und ihre Leistungen wurden entzogen.',
    void: 'Seine Bestellung ist ungültig.',
    unpaid: 'Sein Kauf ist nicht bezahlt.',
    paused: 'Sein Abonnement ist angehalten.',
    ended: 'Sein Abonnement ist beendet.',
    seat: 'Wer ihn hatte, hat den Platz verloren.',
    removed: 'Seine Leistung, sein Kunde oder sein Inhaber ist nicht mehr da.',
  },
  openOrder: 'Bestellung öffnen',
  openSubscription: 'Abonnement öffnen',
  enableTitle: 'Diesen Schlüssel trotzdem entsperren?',
  enableText: 'Anwendungen nehmen ihn sofort wieder an, und nichts davon ändert sich:',
  enable: 'Trotzdem entsperren',
};
