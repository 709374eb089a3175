import { Logger } from '@nestjs/common';
import { type Email, type MailAbout, Mailer, type MailWording, type MailOutcome } from '#support/mails';
import type { Language } from '#support/languages';
import { currentContext } from '#engine/tenancy';
import { render } from './render.ts';

/** What nodemailer knows of a command that the mail server refused. */
interface SmtpError {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/** The commands that are about the one email and its recipient, and not about the connection or who may use the server. */
const ABOUT_THE_EMAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** RFC 3463: the address (X.1.X) or the mailbox (X.2.X) is at fault. */
const MAILBOX = /^5\.[12]\./;
const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3}(?=\s|$)/;

const MOST_CHARACTERS = 200;
/** Longer words may be parts of keys, codes or links that the server repeats. */
const LONGEST_WORD = 32;

/** What became of an email, as far as the mail server told it. */
interface MailReply {
  readonly outcome: MailOutcome;
  /** The reply code of the mail server, with its enhanced status code if it gave one. */
  readonly code: string | null;
  readonly reason: string | null;
}

/** What became of an email that could not be handed over. */
function failureOf(error: unknown, email: Email): MailReply {
  const { responseCode, response = '', command = '' } = (error ?? {}) as SmtpError;
  if (responseCode === undefined || !ABOUT_THE_EMAIL.has(command)) return { outcome: 'queued', code: null, reason: null };
  const reply = response.replace(/^\d{3}[ -]/, '');
  const enhanced = ENHANCED.exec(reply)?.[0];
  const code = enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
  const reason = cleaned(enhanced === undefined ? reply : reply.slice(enhanced.length), email);
  return { outcome: outcomeOf(responseCode, enhanced, command), code, reason };
}

function outcomeOf(responseCode: number, enhanced: string | undefined, command: string): MailOutcome {
  if (responseCode < 500) return 'queued';
  const isOfMailbox = enhanced === undefined ? command === 'RCPT TO' && responseCode === 550 : MAILBOX.test(enhanced);
  return isOfMailbox ? 'bounced' : 'refused';
}

/** The reason in one line, without what the email contains, addresses and links. */
function cleaned(reason: string, { parts }: Email): string | null {
  const secrets = parts.flatMap((part) => (typeof part === 'string' ? [] : 'link' in part ? [part.link] : [part.code]));
  const words = secrets
    .reduce((text, secret) => text.replaceAll(secret, '…'), reason)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .split(' ')
    .map((word) => (/@|:\/\//.test(word) || word.length > LONGEST_WORD ? '…' : word));
  return words.join(' ').trim().slice(0, MOST_CHARACTERS) || null;
}

type Keep = (sandboxId: string, mail: { readonly to: string; readonly subject: string; readonly text: string }) => Promise<void>;

/** An email to a customer, without its text: that may contain secrets. */
export interface NotedMail extends MailReply {
  readonly organizationId: string;
  readonly customerIds: readonly string[];
  readonly resourceId: string | null;
  readonly mail: string;
  readonly recipient: string;
  /** The event of which it tells: whoever tries again notes the same email. Null if there is none. */
  readonly eventId: string | null;
}

/** The text that an organization wrote for a mail in a language; undefined if it wrote none. */
type FindWording = (organizationId: string, mail: string, language: Language) => Promise<MailWording | undefined>;

type Note = (mail: NotedMail) => Promise<void>;

/** Sends emails, in the words of the seller if there are some, but those of sandboxes, which are kept to be read. What became of emails to customers is noted. */
export class OrganizationMailer extends Mailer {
  private readonly log = new Logger('Mail');
  private keep: Keep | undefined;
  private findWording: FindWording | undefined;
  private note: Note | undefined;

  constructor(private readonly mailer: Mailer) {
    super();
  }

  /** The context that stores the emails of sandboxes registers here, so that the platform depends on no context. */
  keepBy(keep: Keep): void {
    this.keep = keep;
  }

  wordBy(find: FindWording): void {
    this.findWording = find;
  }

  /** So does that which lists the emails of customers. */
  noteBy(note: Note): void {
    this.note = note;
  }

  async send(composed: Email, about?: MailAbout): Promise<void> {
    const { organizationId, mail, language } = composed;
    const isWorded = composed.isWordable && organizationId !== null;
    const wording = isWorded ? await this.findWording?.(organizationId, mail, language) : undefined;
    const email = wording ? composed.inWords(wording) : composed;
    try {
      await this.handOver(email);
    } catch (error) {
      await this.noteOutcome(email, about, failureOf(error, email));
      throw error;
    }
    await this.noteOutcome(email, about, { outcome: email.sandboxId === null ? 'sent' : 'caught', code: null, reason: null });
  }

  private async handOver(email: Email): Promise<void> {
    if (email.sandboxId === null) return this.mailer.send(email);
    if (!this.keep) throw new Error('Nobody keeps the emails of sandboxes.');
    await this.keep(email.sandboxId, { to: email.to, subject: email.subject, text: render(email).text });
  }

  /** Throws nothing: an email that was handed over would be sent again, and the error of one that was not is what the caller has to know. */
  private async noteOutcome(
    { organizationId, mail, to: recipient }: Email,
    about: MailAbout | undefined,
    outcome: MailReply,
  ): Promise<void> {
    if (!this.note || organizationId === null || !about || about.customerIds.length === 0) return;
    const { customerIds, resourceId = null } = about;
    const eventId = currentContext()?.eventId ?? null;
    try {
      await this.note({ organizationId, customerIds, resourceId, mail, recipient, ...outcome, eventId });
    } catch (error) {
      this.log.error(`What became of a mail was not noted: ${(error as Error).message}`);
    }
  }
}
