import type { mailsEn } from './mail-words.en.ts';

export const mailsDe: typeof mailsEn = {
  title: 'E-Mails',
  text: 'Was in den letzten 90 Tagen gesendet wurde.',
  none: 'In den letzten 90 Tagen wurde nichts gesendet.',
  mail: 'E-Mail',
  to: 'An',
  outcome: 'Ergebnis',
  when: 'Wann',
  outcomes: {
    queued: 'Noch nicht gesendet, wird erneut versucht',
    sent: 'Gesendet',
    refused: 'Abgelehnt',
    bounced: 'Postfach nimmt nichts an',
    caught: 'In der Sandbox abgefangen',
  },
  names: {
    sign_in_code: 'Anmeldecode',
    license_key: 'Lizenzschlüssel',
    license_key_expiry: 'Ende eines Lizenzschlüssels',
    license_key_refusal: 'Abgewiesenes Gerät',
    seat_invitation: 'Einladung zu einem Platz',
    gift: 'Geschenk',
    email_change: 'Bestätigung einer Adresse',
    email_changed: 'Änderung der Adresse',
  },
  total: (count) => `${count} E-Mails`,
};
