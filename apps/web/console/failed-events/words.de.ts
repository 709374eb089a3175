import type { failedEventsEn } from './words.en.ts';

export const failedEventsDe: typeof failedEventsEn = {
  failedEvents: {
    title: 'Fehlgeschlagene Ereignisse',
    text: 'Was dem Dienst selbst nach Stunden von Versuchen nicht gelungen ist.',
    total: (count) => (count === '1' ? '1 fehlgeschlagenes Ereignis' : `${count} fehlgeschlagene Ereignisse`),
    what: 'Was nicht geschehen ist',
    number: (number) => `Ereignis ${number}`,
    why: 'Warum',
    failedAt: 'Gescheitert',
    status: 'Zustand',
    all: 'Alle',
    statuses: { failed: 'Gescheitert', retrying: 'Wird wiederholt' },
    reasons: {
      refused: 'Eine Regel hat es abgelehnt: Worum es geht, hat sich seither geändert.',
      mail: 'Der Mailserver hat die E-Mail nicht angenommen.',
      unavailable: 'Etwas, das dafür nötig ist, war nicht verfügbar.',
      unexpected: 'Ein Fehler des Dienstes. Nennen Sie seinem Betreiber die Nummer des Ereignisses.',
    },
    none: 'Nichts ist fehlgeschlagen',
    noneText: 'Was scheitert, wird etwa sechs Stunden lang wiederholt. Was danach noch scheitert, erscheint hier.',
    clear: 'Alle fehlgeschlagenen Ereignisse anzeigen',
    retry: 'Wiederholen',
    retryAll: 'Alle wiederholen',
    retryAllTitle: 'Alle fehlgeschlagenen Ereignisse wiederholen?',
    retryAllText:
      'Was zuerst gescheitert ist, kommt zuerst, bis zu 1.000 auf einmal. Was sie schon getan haben, geschieht nicht zweimal.',
    retried: (count) => (count === 1 ? '1 Ereignis wird wiederholt.' : `${count} Ereignisse werden wiederholt.`),
  },
};
