import { type Language, localeOf } from '#support/languages';
import { durationIn } from '#support/credentials';
import { type Content, Email, type Sender, SERVICE } from './email.ts';
import { type MailValues, type MailWording, problemOf, type WordingProblem } from './mail-wording.ts';

/** How mails write values, by the conventions of a locale. */
export class MailFormats {
  constructor(
    private readonly locale: string,
    private readonly timeZone: string,
  ) {}

  number(value: number): string {
    return new Intl.NumberFormat(this.locale).format(value);
  }

  day(date: Date): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'long', timeZone: this.timeZone }).format(date);
  }

  /** The day with its time, and the name of the time zone. */
  moment(date: Date): string {
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone: this.timeZone } as const;
    return new Intl.DateTimeFormat(this.locale, { ...day, ...time }).format(date);
  }

  duration(milliseconds: number): string {
    return durationIn(this.locale, milliseconds);
  }

  list(texts: readonly string[]): string {
    return new Intl.ListFormat(this.locale).format(texts);
  }
}

interface Circumstances {
  /** The name of the organization in whose name the email is sent. */
  readonly sender: string;
  readonly formats: MailFormats;
}

type Text<Data> = (data: Data, circumstances: Circumstances) => Content;

/** How sellers may write a mail themselves. */
interface Wordable<Data> {
  /** What the placeholders stand for. */
  readonly values: (data: Data, circumstances: Circumstances & { readonly language: Language }) => MailValues;
  /** The placeholders without which the mail is of no use. */
  readonly required: readonly string[];
}

interface Definition<Data> {
  /** Unique, in the address of its preview. */
  readonly name: string;
  /** `branded` has the logo and the color of the sender, for customers; `plain` has neither, for users. */
  readonly layout: 'branded' | 'plain';
  /** Whether it is sent in the name of the service, and not of an organization. */
  readonly isOfService?: boolean;
  readonly texts: Readonly<Record<Language, Text<Data>>>;
  /** Left out if sellers cannot write it themselves. */
  readonly wordable?: Wordable<Data>;
  /** What previews show. */
  readonly sample: Data;
}

const GREETINGS: Record<Language, string> = { en: 'Hello,', de: 'Guten Tag,' };

/** What is known of a template without its data. */
type MailPreview = Pick<MailTemplate<unknown>, 'name' | 'layout' | 'preview' | 'placeholders' | 'problemOf'>;

/** All that was defined, by name. */
const templates = new Map<string, MailPreview>();

/** The words of one of the emails that the service sends, in every language. */
export class MailTemplate<Data> {
  constructor(private readonly definition: Definition<Data>) {
    if (templates.has(definition.name)) throw new Error(`Two mails have the name ${definition.name}`);
    templates.set(definition.name, this);
  }

  get name(): string {
    return this.definition.name;
  }

  get layout(): 'branded' | 'plain' {
    return this.definition.layout;
  }

  /**
   * The email to one address. `preferences` are what is known of the recipient's language, the strongest first: tags and
   * `Accept-Language` headers. After them comes the language of the sender.
   */
  email(to: string, sender: Sender, data: Data, ...preferences: readonly (string | null | undefined)[]): Email {
    const { name, layout, texts, wordable } = this.definition;
    const locale = localeOf(...preferences, sender.language);
    const formats = new MailFormats(locale.tag, sender.timeZone);
    const { language } = locale;
    const { subject, parts } = texts[language](data, { sender: sender.name, formats });
    const values = wordable?.values(data, { sender: sender.name, formats, language }) ?? null;
    const { organizationId, sandboxId } = sender;
    return new Email(
      to,
      name,
      layout === 'branded' ? sender : { ...SERVICE, name: sender.name, organizationId, sandboxId },
      language,
      { subject, parts: [GREETINGS[language], ...parts, sender.name] },
      values && { seller: sender.name, ...values },
    );
  }

  /** The placeholders that sellers may use, and those that they have to; null if they cannot write it themselves. */
  get placeholders(): { readonly known: readonly string[]; readonly required: readonly string[] } | null {
    const { wordable } = this.definition;
    return wordable ? { known: Object.keys(this.sampleValues()), required: wordable.required } : null;
  }

  /** Why the mail cannot have this text; null if it can. */
  problemOf(wording: MailWording): WordingProblem | null {
    return problemOf(wording, this.sampleValues(), this.definition.wordable?.required ?? []);
  }

  private sampleValues(): MailValues {
    const { wordable, sample } = this.definition;
    const formats = new MailFormats('en-GB', 'UTC');
    return { seller: '', ...wordable?.values(sample, { sender: '', formats, language: 'en' }) };
  }

  /** With data that stands for that of a recipient. */
  preview(sender: Sender, language: string | null): Email {
    const { isOfService, sample } = this.definition;
    return this.email('preview@example.com', isOfService ? SERVICE : sender, sample, language);
  }
}

/** Every email of the service, by name. */
export const mailTemplates = (): readonly MailPreview[] =>
  [...templates.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
