import type { Email } from '#kernel';

/** Content of the e-mail that says when a key expires, or that it has expired. */
interface ExpiryMail {
  readonly to: string;
  /** A BCP 47 tag; English if it is null or of another language. */
  readonly locale: string | null;
  readonly organization: string;
  /** The seller's description of the benefit. */
  readonly benefit: string;
  readonly displayKey: string;
  readonly expiresAt: Date;
  /** The time zone of the organization, by its IANA name. */
  readonly timeZone: string;
  /** 0 if it has expired. */
  readonly daysLeft: number;
  readonly portalUrl: string;
}

interface Words {
  readonly hello: string;
  readonly subject: (mail: ExpiryMail) => string;
  readonly text: (date: string, mail: ExpiryMail) => string;
  readonly portal: string;
}

const WORDS: Readonly<Record<'de' | 'en', Words>> = {
  de: {
    hello: 'Guten Tag,',
    subject: ({ benefit, daysLeft }) =>
      daysLeft === 0
        ? `Ihre Lizenz für ${benefit} ist abgelaufen`
        : `Ihre Lizenz für ${benefit} läuft in ${daysLeft === 1 ? 'einem Tag' : `${daysLeft} Tagen`} ab`,
    text: (date, { organization, daysLeft }) =>
      `Ihr Lizenzschlüssel von ${organization} ${daysLeft === 0 ? 'ist' : 'läuft'} am ${date} ${daysLeft === 0 ? 'abgelaufen' : 'ab'}:`,
    portal: 'Zum Kundenportal',
  },
  en: {
    hello: 'Hello,',
    subject: ({ benefit, daysLeft }) =>
      daysLeft === 0
        ? `Your license for ${benefit} has expired`
        : `Your license for ${benefit} expires in ${daysLeft === 1 ? 'one day' : `${daysLeft} days`}`,
    text: (date, { organization, daysLeft }) =>
      `your license key from ${organization} ${daysLeft === 0 ? 'expired' : 'expires'} on ${date}:`,
    portal: 'Open the customer portal',
  },
};

/** The language, and the tag by which dates are written. */
const languageOf = (locale: string | null): { words: Words; tag: string } => {
  const language = locale?.split('-')[0] === 'de' ? 'de' : 'en';
  return { words: WORDS[language], tag: locale?.startsWith(language) ? locale : language };
};

/** Does not contain the key: the customer has it, and finds it in the portal. */
export function expiryEmail(mail: ExpiryMail): Email {
  const { words, tag } = languageOf(mail.locale);
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: mail.timeZone }).format(mail.expiresAt);
  return {
    to: mail.to,
    from: mail.organization,
    subject: words.subject(mail),
    parts: [
      words.hello,
      words.text(date, mail),
      { code: mail.displayKey, caption: mail.benefit },
      { link: mail.portalUrl, label: words.portal },
    ],
  };
}
