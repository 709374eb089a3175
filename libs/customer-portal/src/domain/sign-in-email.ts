import { CODE_LIFETIME } from '#support/credentials';
import type { Language } from '#support/languages';
import { type EmailPart, MailTemplate } from '#support/mails';

/** A code, the customer that it signs in to, and the page of the portal where it is entered already. */
export interface MailedCode {
  readonly code: string;
  readonly link: string;
  /** The name, or the address if there is none. */
  readonly customer: string;
}

/** One code for each customer with the recipient's address. */
interface MailedCodes {
  readonly codes: readonly MailedCode[];
}

/** The page opens in the language of the mail. */
const codeParts = ({ codes }: MailedCodes, language: Language, label: string): EmailPart[] =>
  codes.flatMap(({ code, customer, link }) => [
    codes.length > 1 ? { code, caption: customer } : { code },
    { link: `${link}&lang=${language}`, label },
  ]);

export const signInEmail = new MailTemplate<MailedCodes>({
  name: 'sign_in_code',
  layout: 'branded',
  texts: {
    en: (data, { sender, formats }) => ({
      subject: `Your sign-in code for ${sender}`,
      parts: [
        data.codes.length > 1
          ? 'With one of these codes you can sign in, each for its own account:'
          : 'With this code you can sign in:',
        ...codeParts(data, 'en', 'Sign in'),
        `It works once, within ${formats.duration(CODE_LIFETIME)}. If you did not ask for it, you can ignore this message.`,
      ],
    }),
    de: (data, { sender, formats }) => ({
      subject: `Ihr Anmeldecode für ${sender}`,
      parts: [
        data.codes.length > 1
          ? 'mit einem dieser Codes können Sie sich anmelden, jeder gehört zu einem anderen Konto:'
          : 'mit diesem Code können Sie sich anmelden:',
        ...codeParts(data, 'de', 'Anmelden'),
        `Er gilt einmal, ${formats.duration(CODE_LIFETIME)} lang. Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun.`,
      ],
    }),
    ar: (data, { sender, formats }) => ({
      subject: `رمز تسجيل دخولك لدى ${sender}`,
      parts: [
        data.codes.length > 1 ? 'بأحد هذه الرموز يمكنك تسجيل الدخول، وكل منها لحساب مختلف:' : 'بهذا الرمز يمكنك تسجيل الدخول:',
        ...codeParts(data, 'ar', 'تسجيل الدخول'),
        `يعمل مرة واحدة خلال ${formats.duration(CODE_LIFETIME)}. إذا لم تطلبه فتجاهل هذه الرسالة.`,
      ],
    }),
  },
  sample: {
    codes: [{ code: 'K7WQ2M', customer: 'Ada', link: 'https://portal.example.com/portal/acme/sign-in#code=K7WQ2M' }],
  },
});
