import type { Language } from '#support/languages';
import { type MailBlock, type MailValues, type MailWording, worded } from './mail-wording.ts';

/** A part of an email: a paragraph, a code to copy with an optional caption, or a labelled link. */
export type EmailPart = string | MailBlock;

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
  /** Null for the service. */
  readonly organizationId: string | null;
  /** The sandbox whose emails are caught instead of sent; null for all others. */
  readonly sandboxId: string | null;
}

export const SERVICE_NAME = 'Latchkey';

/** The sender of emails to users, who may belong to several organizations or to none. */
export const SERVICE: Sender = {
  name: SERVICE_NAME,
  logoUrl: null,
  color: null,
  language: null,
  timeZone: 'UTC',
  organizationId: null,
  sandboxId: null,
};

export interface Content {
  readonly subject: string;
  readonly parts: readonly EmailPart[];
}

/** An email to one recipient. All text is plain text; the mail adapter does the formatting. Only templates make one. */
export class Email {
  /** The display name of the sender. */
  readonly from: string;
  readonly logoUrl: string | null;
  readonly color: string | null;
  readonly subject: string;
  readonly parts: readonly EmailPart[];
  /** The organization in whose name it is sent; null for the service. */
  readonly organizationId: string | null;
  /** The sandbox that catches it; null if it is sent. */
  readonly sandboxId: string | null;

  constructor(
    /** One email address. */
    readonly to: string,
    /** The name of its template. */
    readonly mail: string,
    private readonly sender: Omit<Sender, 'language' | 'timeZone'>,
    readonly language: Language,
    { subject, parts }: Content,
    private readonly values: MailValues | null,
  ) {
    const { name, logoUrl, color, organizationId, sandboxId } = sender;
    this.from = name;
    this.logoUrl = logoUrl;
    this.color = color;
    this.organizationId = organizationId;
    this.sandboxId = sandboxId;
    this.subject = subject;
    this.parts = parts;
  }

  /** Whether the seller may have written it. */
  get isWordable(): boolean {
    return this.values !== null;
  }

  /** The same email as the seller wrote it. */
  inWords(wording: MailWording): Email {
    const { to, mail, sender, language, values } = this;
    return values === null ? this : new Email(to, mail, sender, language, worded(wording, values), values);
  }
}
