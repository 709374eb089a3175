import { MailTemplate } from '#support/mails';
import { PORTAL_LABELS } from './portal-labels.ts';

/** Who gets an e-mail when a limit of a key refused a device. */
export interface RefusalNoticesPolicy {
  readonly mails?: { readonly customer?: boolean; readonly seller?: boolean };
}

/** A device that a limit refused, as e-mails tell of it. */
export interface RefusedDevice {
  /** The seller's description of the benefit. */
  readonly benefit: string;
  readonly displayKey: string;
  /** How many devices the license permits; null if another limit of devices refused this one. */
  readonly limit: number | null;
  /** When the next device may be permitted; null if that is not known. */
  readonly retryAt: Date | null;
}

const SAMPLE: RefusedDevice = { benefit: 'Editor Pro', displayKey: '****-9F0A3B', limit: 3, retryAt: null };

const devicesEn = (limit: number): string => (limit === 1 ? 'one device' : `${limit} devices`);
const devicesDe = (limit: number): string => (limit === 1 ? 'ein Gerät' : `${limit} Geräte`);

/** To the customer. Does not contain the key: whoever reads the mail may not be who has it. */
export const refusalEmail = new MailTemplate<RefusedDevice & { readonly portalUrl: string }>({
  name: 'license_key_refusal',
  layout: 'branded',
  wordings: {
    en: {
      subject: 'A device could not be added to your license for {{benefit}}',
      paragraphs: [
        'Somebody wanted to use your license key from {{seller}} on another device, and could not:',
        '{{display_key}}',
        'Its device limit is {{device_limit}}, and all places are taken.',
        'It can be used on another device from {{usable_again_on}} on.',
        'If it was you: in the customer portal you see your devices. If it was not, somebody else knows your license key.',
        '{{portal_link}}',
      ],
    },
    de: {
      subject: 'Ein Gerät konnte Ihre Lizenz für {{benefit}} nicht nutzen',
      paragraphs: [
        'jemand wollte Ihren Lizenzschlüssel von {{seller}} auf einem weiteren Gerät nutzen und konnte es nicht:',
        '{{display_key}}',
        'Sein Gerätelimit ist {{device_limit}}, und alle Plätze sind belegt.',
        'Ab {{usable_again_on}} kann er auf einem anderen Gerät genutzt werden.',
        'Wenn Sie das waren: Im Kundenportal sehen Sie Ihre Geräte. Wenn nicht, kennt jemand anderes Ihren Lizenzschlüssel.',
        '{{portal_link}}',
      ],
    },
    ar: {
      subject: 'تعذّرت إضافة جهاز إلى ترخيصك لـ {{benefit}}',
      paragraphs: [
        'أراد شخص استخدام مفتاح ترخيصك من {{seller}} على جهاز آخر ولم يستطع:',
        '{{display_key}}',
        'حد الأجهزة هو {{device_limit}}، وكل الأماكن مشغولة.',
        'يمكن استخدامه على جهاز آخر ابتداءً من {{usable_again_on}}.',
        'إذا كنت أنت، فأجهزتك في بوابة العملاء. وإذا لم تكن أنت، فشخص آخر يعرف مفتاح ترخيصك.',
        '{{portal_link}}',
      ],
    },
  },
  values: ({ benefit, displayKey, limit, retryAt, portalUrl }, { formats, language }) => ({
    benefit,
    display_key: { code: displayKey, caption: benefit },
    device_limit: limit === null ? null : formats.number(limit),
    usable_again_on: retryAt && formats.day(retryAt),
    portal_link: { link: portalUrl, label: PORTAL_LABELS[language] },
  }),
  required: [],
  sample: { ...SAMPLE, portalUrl: 'https://licenses.example.com/portal/acme' },
});

/** To the owners of the organization: a customer has more devices than the license permits, and may want a larger one. */
export const refusedCustomerEmail = new MailTemplate<RefusedDevice & { readonly url: string }>({
  name: 'license_key_refused_customer',
  layout: 'plain',
  texts: {
    en: ({ benefit, displayKey, limit, url }, { sender }) => ({
      subject: `A license of ${sender} was refused to a device: ${benefit}`,
      parts: [
        `A customer of ${sender} has more devices than the license permits${limit === null ? '' : `, which is for ${devicesEn(limit)}`}:`,
        { code: displayKey, caption: benefit },
        { link: url, label: 'Open the license key' },
      ],
    }),
    de: ({ benefit, displayKey, limit, url }, { sender }) => ({
      subject: `Eine Lizenz von ${sender} wurde einem Gerät verweigert: ${benefit}`,
      parts: [
        `ein Kunde von ${sender} hat mehr Geräte, als die Lizenz erlaubt${limit === null ? '' : `: Sie gilt für ${devicesDe(limit)}`}.`,
        { code: displayKey, caption: benefit },
        { link: url, label: 'Lizenzschlüssel öffnen' },
      ],
    }),
    ar: ({ benefit, displayKey, limit, url }, { sender }) => ({
      subject: `رُفض ترخيص من ${sender} لجهاز: ${benefit}`,
      parts: [
        `لدى أحد عملاء ${sender} أجهزة أكثر مما يسمح به الترخيص${limit === null ? '' : `. حد الأجهزة: ${limit}`}.`,
        { code: displayKey, caption: benefit },
        { link: url, label: 'فتح مفتاح الترخيص' },
      ],
    }),
  },
  sample: { ...SAMPLE, url: 'https://licenses.example.com/console/acme/keys/00000000-0000-4000-8000-000000000000' },
});
