import type { MailOutcome } from '#support/mails';

/** What became of an email to a customer. Has neither its text nor its subject, which may contain secrets. */
export interface SentMail {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  /** The license key or seat that it is about; null if it is about none. */
  readonly resourceId: string | null;
  /** The name of its template. */
  readonly mail: string;
  readonly recipient: string;
  readonly outcome: MailOutcome;
  /** The reply code of the mail server; null if it has not refused the email. */
  readonly code: string | null;
  readonly reason: string | null;
  readonly attemptedAt: Date;
}

/** For how many days emails are listed. */
export const SENT_MAIL_DAYS = 90;

/** Port that keeps what became of emails to customers. */
export abstract class SentMails {
  /** Another attempt replaces the outcome of the earlier ones, unless that was `sent`. Does nothing for customers that are deleted. */
  abstract note(mail: SentMail): Promise<void>;

  abstract deleteOfCustomer(organizationId: string, customerId: string): Promise<void>;

  /** Deletes those that were attempted for the first time before then. */
  abstract deleteBefore(time: Date): Promise<void>;
}
