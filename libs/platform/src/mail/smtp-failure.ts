import type { Email, MailOutcome } from '#support/mails';

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
export interface MailReply {
  readonly outcome: MailOutcome;
  /** The reply code of the mail server, with its enhanced status code if it gave one. */
  readonly code: string | null;
  readonly reason: string | null;
}

/** What became of an email that could not be handed over. */
export function failureOf(error: unknown, email: Email): MailReply {
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
