import { MailTemplate } from '#support/mails';
import type { LeakAction } from './leak.events.ts';

/** A license key that was found in public. */
interface LeakReport {
  /** The seller's description of the benefit. */
  readonly benefit: string;
  readonly displayKey: string;
  /** The page on which it was found; null if nobody said. */
  readonly foundAt: string | null;
  readonly action: LeakAction;
}

const DONE_EN: Readonly<Record<LeakAction, string>> = {
  tell: 'The license key works as before. Rotate or disable it if others should not use it.',
  rotate: 'The license key was replaced by a new one, and its customer gets it by mail.',
  disable: 'The license key was disabled. Enable it again if it was found by mistake.',
};
const DONE_DE: Readonly<Record<LeakAction, string>> = {
  tell: 'Der Lizenzschlüssel gilt weiter wie bisher. Ersetzen oder sperren Sie ihn, wenn andere ihn nicht nutzen sollen.',
  rotate: 'Der Lizenzschlüssel wurde durch einen neuen ersetzt, den der Kunde per Mail bekommt.',
  disable: 'Der Lizenzschlüssel wurde gesperrt. Geben Sie ihn wieder frei, wenn es ein Irrtum war.',
};

const DONE_AR: Readonly<Record<LeakAction, string>> = {
  tell: 'يعمل مفتاح الترخيص كما كان. استبدله أو عطّله إذا كان لا ينبغي لغير عميله استخدامه.',
  rotate: 'استُبدل مفتاح الترخيص بمفتاح جديد، ويصل إلى عميله بالبريد.',
  disable: 'عُطّل مفتاح الترخيص. فعّله مرة أخرى إذا عُثر عليه بالخطأ.',
};

/** To the owners of the organization. Does not contain the key. */
export const leakReportEmail = new MailTemplate<LeakReport & { readonly url: string }>({
  name: 'license_key_leaked',
  layout: 'plain',
  texts: {
    en: ({ benefit, displayKey, foundAt, action, url }, { sender }) => ({
      subject: `A license key of ${sender} was found in public: ${benefit}`,
      parts: [
        `Others can read a license key of ${sender}${foundAt === null ? '' : `, at ${foundAt}`}:`,
        { code: displayKey, caption: benefit },
        DONE_EN[action],
        { link: url, label: 'Open the license key' },
      ],
    }),
    de: ({ benefit, displayKey, foundAt, action, url }, { sender }) => ({
      subject: `Ein Lizenzschlüssel von ${sender} wurde öffentlich gefunden: ${benefit}`,
      parts: [
        `andere können einen Lizenzschlüssel von ${sender} lesen${foundAt === null ? '' : `, unter ${foundAt}`}:`,
        { code: displayKey, caption: benefit },
        DONE_DE[action],
        { link: url, label: 'Lizenzschlüssel öffnen' },
      ],
    }),
    ar: ({ benefit, displayKey, foundAt, action, url }, { sender }) => ({
      subject: `عُثر علنًا على مفتاح ترخيص من ${sender}: ${benefit}`,
      parts: [
        `يستطيع آخرون قراءة مفتاح ترخيص من ${sender}${foundAt === null ? '' : `، في ${foundAt}`}:`,
        { code: displayKey, caption: benefit },
        DONE_AR[action],
        { link: url, label: 'فتح مفتاح الترخيص' },
      ],
    }),
  },
  sample: {
    benefit: 'Editor Pro',
    displayKey: '****-9F0A3B',
    foundAt: 'https://github.com/octocat/hello-world/blob/main/.env',
    action: 'rotate',
    url: 'https://licenses.example.com/console/acme/keys/00000000-0000-4000-8000-000000000000',
  },
});
