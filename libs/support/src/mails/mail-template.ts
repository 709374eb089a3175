import { type Language, type Locale, localeOf } from '#support/languages';
import { durationIn } from '#support/credentials';

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

/** A part of an email: a paragraph, a code to copy with an optional caption, or a labelled link. */
export type EmailPart =
  string | { readonly code: string; readonly caption?: string } | { readonly link: string; readonly label: string };

/** In whose name an email is sent: an organization, or the service. */
export interface Sender {
  readonly name: string;
  readonly logoUrl: string | null;
  /** As `#` and six hexadecimal digits. */
  readonly color: string | null;
  /** A tag of the language for recipients of whom none is known. */
  readonly language: string | null;
  /** A name of the IANA database. */
  readonly timeZone: string;
}

export const SERVICE_NAME = 'Latchkey';

/** The sender of emails to users, who may belong to several organizations or to none. */
export const SERVICE: Sender = { name: SERVICE_NAME, logoUrl: null, color: null, language: null, timeZone: 'UTC' };

interface Content {
  readonly subject: string;
  readonly parts: readonly EmailPart[];
}

interface Circumstances {
  /** The name of the organization in whose name the email is sent. */
  readonly sender: string;
  readonly formats: MailFormats;
}

type Text<Data> = (data: Data, circumstances: Circumstances) => Content;

interface Definition<Data> {
  /** Unique, in the address of its preview. */
  readonly name: string;
  /** `branded` has the logo and the color of the sender, for customers; `plain` has neither, for users. */
  readonly layout: 'branded' | 'plain';
  /** Whether it is sent in the name of the service, and not of an organization. */
  readonly isOfService?: boolean;
  readonly texts: Readonly<Record<Language, Text<Data>>>;
  /** What previews show. */
  readonly sample: Data;
}

const GREETINGS: Record<Language, string> = { en: 'Hello,', de: 'Guten Tag,' };

/** An email to one recipient. All text is plain text; the mail adapter does the formatting. Only templates make one. */
export class Email {
  /** The display name of the sender. */
  readonly from: string;
  readonly logoUrl: string | null;
  readonly color: string | null;
  readonly language: Language;
  readonly subject: string;
  readonly parts: readonly EmailPart[];

  constructor(
    /** One email address. */
    readonly to: string,
    { name, logoUrl, color }: Pick<Sender, 'name' | 'logoUrl' | 'color'>,
    { language }: Locale,
    { subject, parts }: Content,
  ) {
    this.from = name;
    this.logoUrl = logoUrl;
    this.color = color;
    this.language = language;
    this.subject = subject;
    this.parts = [GREETINGS[language], ...parts, name];
  }
}

/** What is known of a template without its data. */
type MailPreview = Pick<MailTemplate<unknown>, 'name' | 'layout' | 'preview'>;

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
    const { layout, texts } = this.definition;
    const locale = localeOf(...preferences, sender.language);
    const formats = new MailFormats(locale.tag, sender.timeZone);
    const content = texts[locale.language](data, { sender: sender.name, formats });
    return new Email(to, layout === 'branded' ? sender : { ...SERVICE, name: sender.name }, locale, content);
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
