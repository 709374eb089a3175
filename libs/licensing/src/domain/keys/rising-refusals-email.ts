import { MailTemplate } from '#support/mails';
import type { RefusalRise } from './rising-refusals.ts';

interface Risen extends Pick<RefusalRise, 'count' | 'usual' | 'codes'> {
  /** The name of the benefit with most refusals; null if it is gone. */
  readonly benefit: string | null;
  /** The chart of refusals. */
  readonly url: string;
}

/** The codes, each with its number. */
const listed = ({ codes }: Risen, number: (value: number) => string): string =>
  codes.map(({ code, count }) => `${code} (${number(count)})`).join(', ');

export const risingRefusalsEmail = new MailTemplate<Risen>({
  name: 'license_key_refusals_rising',
  layout: 'plain',
  texts: {
    en: (risen, { sender, formats }) => ({
      subject: `License keys of ${sender} are refused more often than usual`,
      parts: [
        `In the last 24 hours, license keys of ${sender} were refused ${formats.number(risen.count)} times.`,
        `On a day of the week before: ${formats.number(risen.usual)}`,
        `Most frequent codes: ${listed(risen, (value) => formats.number(value))}`,
        ...(risen.benefit === null ? [] : [`Benefit with most refusals: ${risen.benefit}`]),
        { link: risen.url, label: 'Open the chart' },
      ],
    }),
    de: (risen, { sender, formats }) => ({
      subject: `Lizenzschlüssel von ${sender} werden öfter als üblich abgelehnt`,
      parts: [
        `in den letzten 24 Stunden wurden Lizenzschlüssel von ${sender} ${formats.number(risen.count)}-mal abgelehnt.`,
        `An einem Tag der Woche davor: ${formats.number(risen.usual)}`,
        `Häufigste Codes: ${listed(risen, (value) => formats.number(value))}`,
        ...(risen.benefit === null ? [] : [`Leistung mit den meisten Ablehnungen: ${risen.benefit}`]),
        { link: risen.url, label: 'Diagramm öffnen' },
      ],
    }),
    ar: (risen, { sender, formats }) => ({
      subject: `تُرفض مفاتيح ترخيص ${sender} أكثر من المعتاد`,
      parts: [
        `مرات رفض مفاتيح ترخيص ${sender} في آخر 24 ساعة: ${formats.number(risen.count)}`,
        `في يوم من الأسبوع السابق: ${formats.number(risen.usual)}`,
        `أكثر الرموز تكرارًا: ${listed(risen, (value) => formats.number(value))}`,
        ...(risen.benefit === null ? [] : [`الميزة الأكثر رفضًا: ${risen.benefit}`]),
        { link: risen.url, label: 'فتح الرسم البياني' },
      ],
    }),
  },
  sample: {
    count: 120,
    usual: 12,
    codes: [
      { code: 'ACTIVATION_LIMIT_REACHED', count: 90 },
      { code: 'EXPIRED', count: 30 },
    ],
    benefit: 'Studio Pro',
    url: 'https://licenses.example.com/console/acme/charts?group=refusals',
  },
});
