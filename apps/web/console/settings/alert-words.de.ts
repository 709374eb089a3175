import type { alertsEn } from './alert-words.en.ts';

export const alertsDe: typeof alertsEn = {
  text: 'Wer von Ihnen per E-Mail benachrichtigt wird, und in welchem Kanal von Slack. Meldungen nennen keine Kunden.',
  kinds: {
    undelivered_purchases: {
      title: 'Bezahlt, nicht geliefert',
      text: 'Etwas wurde bezahlt und nicht geliefert. Höchstens einmal in der Stunde.',
    },
    disputes: { title: 'Streitfälle', text: 'Die Bank eines Kunden fordert eine Zahlung zurück.' },
    license_key_leaks: { title: 'Öffentliche Lizenzschlüssel', text: 'Ein Lizenzschlüssel wurde öffentlich gefunden.' },
    license_key_refusals: {
      title: 'Abgewiesene Geräte',
      text: 'Ein Limit eines Lizenzschlüssels hat ein Gerät abgewiesen, falls sein Vorteil sagt, dass Sie davon erfahren. Höchstens einmal in der Stunde je Lizenzschlüssel.',
    },
    rising_refusals: {
      title: 'Mehr Ablehnungen als üblich',
      text: 'Lizenzschlüssel wurden in 24 Stunden mindestens 20-mal abgelehnt, und dreimal so oft wie an einem üblichen Tag der Woche davor. Höchstens einmal am Tag.',
    },
    expiring_license_keys: {
      title: 'Bald ablaufende Lizenzschlüssel',
      text: 'Wie viele Lizenzschlüssel in den nächsten sieben Tagen ablaufen. Höchstens einmal am Tag.',
    },
    webhook_endpoints: {
      title: 'Webhook-Endpunkte',
      text: 'Ein Endpunkt wurde abgeschaltet, weil er nicht funktioniert hat oder nicht mehr da ist.',
    },
  },
  off: 'Abgeschaltet.',
  goesTo: (recipients) => `Geht an: ${recipients.join(', ')}.`,
  isEnabled: 'Diese Meldungen senden',
  roles: 'Per E-Mail an',
  rolesHint: 'Alle mit einer dieser Rollen.',
  slackUrl: 'Webhook-URL von Slack',
  slackHint:
    'Die URL eines „Incoming Webhook“. Leer lassen für keine. Sie wird verschlüsselt gespeichert und nicht wieder gezeigt.',
  keepsSlack: (host) =>
    `Nachrichten gehen an einen Kanal bei ${host}. Leer lassen, um ihn zu behalten; die URL wird nicht wieder gezeigt.`,
  removeSlack: 'Slack entfernen',
  slackProblem: 'Die letzte Nachricht an Slack wurde nicht zugestellt:',
  test: 'Test senden',
  testSent: 'Ein Test ist unterwegs.',
  reset: 'Standard verwenden',
  wasReset: 'Diese Meldungen werden wieder wie üblich gesendet.',
};
