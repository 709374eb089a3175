import type { Email } from './email.ts';

/** What an email to a customer is about: it stands in the list of these customers. */
export interface MailAbout {
  readonly customerIds: readonly string[];
  /** The license key or seat that it is about, if it is about one. */
  readonly resourceId?: string;
}

/**
 * What became of an email. `queued`: it could not be handed over yet, and is tried again; `refused`: the mail server refused it for good;
 * `bounced`: it did because the recipient's mailbox takes no mail; `caught`: of a sandbox.
 */
export const MAIL_OUTCOMES = ['queued', 'sent', 'refused', 'bounced', 'caught'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/**
 * Port that sends emails. `send` resolves once the email was handed over for delivery and throws otherwise; the caller retries.
 * Emails may contain secrets, so they are composed where they are sent and never stored in events, jobs or logs.
 */
export abstract class Mailer {
  abstract send(email: Email, about?: MailAbout): Promise<void>;
}
