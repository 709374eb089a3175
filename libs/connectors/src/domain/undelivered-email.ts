import { MailTemplate } from '#support/mails';

export const undeliveredEmail = new MailTemplate<{ readonly count: number; readonly url: string }>({
  name: 'undelivered_purchases',
  layout: 'plain',
  texts: {
    en: ({ count, url }, { sender, formats }) => {
      const what = count === 1 ? 'A purchase was' : `${formats.number(count)} purchases were`;
      return {
        subject: `${what} paid and not delivered`,
        parts: [
          `${what} paid at ${sender}, and the customers did not get what they paid for.`,
          'The page “Paid, not delivered” of the console shows who paid what and why it was not delivered, and delivers it.',
          { link: url, label: 'Open the page' },
        ],
      };
    },
    de: ({ count, url }, { sender, formats }) => {
      const what = count === 1 ? 'Ein Kauf wurde' : `${formats.number(count)} Käufe wurden`;
      return {
        subject: `${what} bezahlt und nicht geliefert`,
        parts: [
          `${count === 1 ? 'ein Kauf wurde' : what} bei ${sender} bezahlt, und die Kunden haben nicht bekommen, wofür sie bezahlt haben.`,
          'Die Seite „Bezahlt, nicht geliefert“ der Konsole zeigt, wer was bezahlt hat und warum es nicht geliefert wurde, und liefert es.',
          { link: url, label: 'Seite öffnen' },
        ],
      };
    },
    ar: ({ count, url }, { sender, formats }) => ({
      subject: `مشتريات دُفع ثمنها ولم تُسلَّم: ${formats.number(count)}`,
      parts: [
        `دُفع لدى ${sender} ثمن مشتريات عددها ${formats.number(count)}، ولم يحصل العملاء على ما دفعوا ثمنه.`,
        'تعرض صفحة «مدفوع ولم يُسلَّم» في لوحة التحكم من دفع ثمن ماذا ولماذا لم يُسلَّم، وتسلّمه.',
        { link: url, label: 'فتح الصفحة' },
      ],
    }),
  },
  sample: { count: 3, url: 'https://licenses.example.com/console/acme/undelivered' },
});
