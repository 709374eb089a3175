import type { Language } from '#support/languages';
import { MailTemplate } from '#support/mails';
import type { AlertKind } from './alert.events.ts';

const KINDS: Readonly<Record<Language, Readonly<Record<AlertKind, string>>>> = {
  en: {
    undelivered_purchases: 'purchases that were paid and not delivered',
    disputes: 'disputes',
    license_key_leaks: 'license keys that were found in public',
    license_key_refusals: 'license keys that were refused to a device',
    rising_refusals: 'license keys that are refused more often than usual',
    expiring_license_keys: 'license keys that expire soon',
    webhook_endpoints: 'webhook endpoints that were disabled',
  },
  de: {
    undelivered_purchases: 'Käufe, die bezahlt und nicht geliefert wurden',
    disputes: 'Streitfälle',
    license_key_leaks: 'Lizenzschlüssel, die öffentlich gefunden wurden',
    license_key_refusals: 'Lizenzschlüssel, die einem Gerät verweigert wurden',
    rising_refusals: 'Lizenzschlüssel, die öfter als üblich abgelehnt werden',
    expiring_license_keys: 'Lizenzschlüssel, die bald ablaufen',
    webhook_endpoints: 'Webhook-Endpunkte, die abgeschaltet wurden',
  },
  ar: {
    undelivered_purchases: 'مشتريات دُفع ثمنها ولم تُسلَّم',
    disputes: 'نزاعات الدفع',
    license_key_leaks: 'مفاتيح ترخيص عُثر عليها علنًا',
    license_key_refusals: 'مفاتيح ترخيص رُفضت لجهاز',
    rising_refusals: 'مفاتيح ترخيص تُرفض أكثر من المعتاد',
    expiring_license_keys: 'مفاتيح ترخيص تنتهي صلاحيتها قريبًا',
    webhook_endpoints: 'نقاط Webhook عُطّلت',
  },
};

/** Shows that alerts of a kind arrive. */
export const alertTestEmail = new MailTemplate<{ readonly kind: AlertKind; readonly url: string }>({
  name: 'alert_test',
  layout: 'plain',
  texts: {
    en: ({ kind, url }, { sender }) => ({
      subject: `Test of an alert of ${sender}`,
      parts: [
        `This is a test: nothing has happened. Alerts of ${sender} about ${KINDS.en[kind]} arrive here.`,
        { link: url, label: 'Open the alerts' },
      ],
    }),
    de: ({ kind, url }, { sender }) => ({
      subject: `Test einer Meldung von ${sender}`,
      parts: [
        `das ist ein Test: Es ist nichts geschehen. Hier kommen Meldungen von ${sender} an. Ihr Anlass: ${KINDS.de[kind]}.`,
        { link: url, label: 'Meldungen öffnen' },
      ],
    }),
    ar: ({ kind, url }, { sender }) => ({
      subject: `اختبار لتنبيه من ${sender}`,
      parts: [
        `هذا اختبار: لم يحدث شيء. تصل هنا تنبيهات ${sender} بشأن: ${KINDS.ar[kind]}.`,
        { link: url, label: 'فتح التنبيهات' },
      ],
    }),
  },
  sample: { kind: 'undelivered_purchases', url: 'https://licenses.example.com/console/acme/settings/alerts' },
});
