import { MailTemplate } from '#support/mails';
import { DAYS_MISSING } from './email-domain.ts';

export const missingDomainEmail = new MailTemplate<{ readonly domain: string; readonly url: string }>({
  name: 'missing_domain',
  layout: 'plain',
  texts: {
    en: ({ domain, url }, { sender }) => ({
      subject: 'The record of a domain is missing',
      parts: [
        `The text record with which ${sender} has verified ${domain} is missing. If it stays missing for ${DAYS_MISSING} days, the ` +
          'verification ends, and addresses at the domain can no longer sign in through the provider of the organization.',
        'The settings of single sign-on show the record. If the domain is no longer yours, remove it there.',
        { link: url, label: 'Open the settings' },
      ],
    }),
    de: ({ domain, url }, { sender }) => ({
      subject: 'Der Eintrag einer Domain fehlt',
      parts: [
        `der Texteintrag, mit dem ${sender} die Domain ${domain} bestätigt hat, fehlt. Bleibt es ${DAYS_MISSING} Tage dabei, endet die ` +
          'Bestätigung, und Adressen der Domain können sich nicht mehr über den Anbieter der Organisation anmelden.',
        'Die Einstellungen zu Single Sign-on zeigen den Eintrag. Wenn die Domain nicht mehr Ihnen gehört, entfernen Sie sie dort.',
        { link: url, label: 'Einstellungen öffnen' },
      ],
    }),
    ar: ({ domain, url }, { sender }) => ({
      subject: 'سجل أحد النطاقات مفقود',
      parts: [
        `السجل النصي الذي أثبتت به ${sender} ملكية ${domain} مفقود. إذا بقي مفقودًا ${DAYS_MISSING} أيام ينتهي الإثبات، ` +
          'ولا تعود العناوين في هذا النطاق قادرة على تسجيل الدخول عبر مزوّد المؤسسة.',
        'تعرض إعدادات تسجيل الدخول الموحد السجل. إذا لم يعد النطاق لك فأزله من هناك.',
        { link: url, label: 'فتح الإعدادات' },
      ],
    }),
  },
  sample: { domain: 'example.com', url: 'https://licenses.example.com/console/acme/settings/single-sign-on' },
});
