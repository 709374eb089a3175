import { type Language, localeOf } from '#support/languages';
import { durationIn } from '#support/credentials';
import { fractionDigits } from '#support/currencies';
import { type Content, Email, type Sender, SERVICE } from './email.ts';
import { type MailValues, type MailWording, problemOf, worded, type WordingProblem } from './mail-wording.ts';

/** How mails write values, by the conventions of a locale. */
export class MailFormats {
  constructor(
    private readonly locale: string,
    private readonly timeZone: string,
  ) {}

  number(value: number): string {
    return new Intl.NumberFormat(this.locale).format(value);
  }

  /** An amount in minor units. */
  money(amount: number, currency: string): string {
    const digits = fractionDigits(currency);
    const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat(this.locale, style).format(amount / 10 ** digits);
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
  readonly language: Language;
}

/** A mail whose text is the same for all sellers. */
interface Fixed<Data> {
  readonly texts: Readonly<Record<Language, (data: Data, circumstances: Circumstances) => Content>>;
}

/** A mail that sellers may write themselves. The text of the service is written as theirs are. */
interface Wordable<Data> {
  /** The subject, and the paragraphs between the greeting and the name of the seller. */
  readonly wordings: Readonly<Record<Language, { readonly subject: string; readonly paragraphs: readonly string[] }>>;
  /** What the placeholders stand for, besides `seller`. */
  readonly values: (data: Data, circumstances: Circumstances) => MailValues;
  /** The placeholders without which the mail is of no use. */
  readonly required: readonly string[];
}

type Definition<Data> = (Fixed<Data> | Wordable<Data>) & {
  /** Unique, in the address of its preview. */
  readonly name: string;
  /** `branded` has the logo and the color of the sender, for customers; `plain` has neither, for users. */
  readonly layout: 'branded' | 'plain';
  /** Whether it is sent in the name of the service, and not of an organization. */
  readonly isOfService?: boolean;
  /** What previews show. */
  readonly sample: Data;
};

const GREETINGS: Record<Language, string> = { en: 'Hello,', de: 'Guten Tag,', ar: 'مرحبًا،' };

/** The text of the service. */
function wordingIn<Data>(language: Language, { wordings }: Wordable<Data>): MailWording {
  const { subject, paragraphs } = wordings[language];
  return { subject, body: [GREETINGS[language], ...paragraphs, '{{seller}}'].join('\n\n') };
}

/** How sellers may write a mail themselves. */
interface WordableMail {
  /** The placeholders that they may use, and those that they have to. */
  readonly placeholders: readonly string[];
  readonly required: readonly string[];
  /** The text of the service. */
  wordingIn(language: Language): MailWording;
  /** Why the mail cannot have this text; null if it can. */
  problemOf(wording: MailWording): WordingProblem | null;
}

/** What is known of a template without its data. */
type MailPreview = Pick<MailTemplate<unknown>, 'name' | 'layout' | 'preview' | 'wordable'>;

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
    const { name, layout } = this.definition;
    const { tag, language } = localeOf(...preferences, sender.language);
    const { organizationId, sandboxId } = sender;
    const formats = new MailFormats(tag, sender.timeZone);
    const { content, values } = this.written(data, { sender: sender.name, formats, language });
    const shown = layout === 'branded' ? sender : { ...SERVICE, name: sender.name, organizationId, sandboxId };
    return new Email(to, name, shown, language, content, values);
  }

  private written(data: Data, circumstances: Circumstances): { readonly content: Content; readonly values: MailValues | null } {
    const { definition } = this;
    const { sender, language } = circumstances;
    if ('texts' in definition) {
      const { subject, parts } = definition.texts[language](data, circumstances);
      return { content: { subject, parts: [GREETINGS[language], ...parts, sender] }, values: null };
    }
    const values = { seller: sender, ...definition.values(data, circumstances) };
    return { content: worded(wordingIn(language, definition), values), values };
  }

  /** How sellers may write it themselves; null if they cannot. */
  get wordable(): WordableMail | null {
    const { definition } = this;
    if ('texts' in definition) return null;
    const { sample, required } = definition;
    const circumstances: Circumstances = { sender: '', formats: new MailFormats('en-GB', 'UTC'), language: 'en' };
    const values = { seller: '', ...definition.values(sample, circumstances) };
    return {
      placeholders: Object.keys(values),
      required,
      wordingIn: (language) => wordingIn(language, definition),
      problemOf: (wording) => problemOf(wording, values, required),
    };
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
