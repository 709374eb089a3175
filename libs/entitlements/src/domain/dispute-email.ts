import { MailTemplate } from '#support/mails';

interface DisputedPayment {
  /** In minor units, with tax. */
  readonly amount: number;
  readonly currency: string;
  /** As the card network states it. */
  readonly reason: string | null;
  readonly evidenceDueBy: Date | null;
  readonly revokesBenefits: boolean;
}

/** To the team of the organization. Does not name the customer. */
export const disputeEmail = new MailTemplate<DisputedPayment & { readonly url: string }>({
  name: 'dispute_opened',
  layout: 'plain',
  texts: {
    en: ({ amount, currency, reason, evidenceDueBy, revokesBenefits, url }, { sender, formats }) => ({
      subject: `A payment to ${sender} is disputed: ${formats.money(amount, currency)}`,
      parts: [
        `The bank of a customer of ${sender} demands ${formats.money(amount, currency)} back.`,
        ...(reason === null ? [] : [`Reason: ${reason}`]),
        ...(evidenceDueBy === null ? [] : [`Evidence can be submitted until ${formats.moment(evidenceDueBy)}.`]),
        revokesBenefits
          ? 'The customer has lost what was bought, unless the dispute is won.'
          : 'The customer keeps what was bought.',
        { link: url, label: 'Open the order' },
      ],
    }),
    de: ({ amount, currency, reason, evidenceDueBy, revokesBenefits, url }, { sender, formats }) => ({
      subject: `Eine Zahlung an ${sender} ist strittig: ${formats.money(amount, currency)}`,
      parts: [
        `die Bank eines Kunden von ${sender} fordert ${formats.money(amount, currency)} zurück.`,
        ...(reason === null ? [] : [`Grund: ${reason}`]),
        ...(evidenceDueBy === null ? [] : [`Belege können bis ${formats.moment(evidenceDueBy)} eingereicht werden.`]),
        revokesBenefits
          ? 'Der Kunde hat verloren, was gekauft wurde, außer der Streitfall wird gewonnen.'
          : 'Der Kunde behält, was gekauft wurde.',
        { link: url, label: 'Bestellung öffnen' },
      ],
    }),
    ar: ({ amount, currency, reason, evidenceDueBy, revokesBenefits, url }, { sender, formats }) => ({
      subject: `نزاع على دفعة إلى ${sender}: ${formats.money(amount, currency)}`,
      parts: [
        `يطالب مصرف أحد عملاء ${sender} باسترداد ${formats.money(amount, currency)}.`,
        ...(reason === null ? [] : [`السبب: ${reason}`]),
        ...(evidenceDueBy === null ? [] : [`يمكن تقديم الأدلة حتى ${formats.moment(evidenceDueBy)}.`]),
        revokesBenefits ? 'فقد العميل ما اشتراه، ما لم يُكسب النزاع.' : 'يحتفظ العميل بما اشتراه.',
        { link: url, label: 'فتح الطلب' },
      ],
    }),
  },
  sample: {
    amount: 4_900,
    currency: 'usd',
    reason: 'fraudulent',
    evidenceDueBy: new Date('2027-01-15T12:00:00Z'),
    revokesBenefits: true,
    url: 'https://licenses.example.com/console/acme/orders/00000000-0000-4000-8000-000000000000',
  },
});
