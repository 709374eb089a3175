/** A part of an email: a paragraph, a code to copy with an optional caption, or a labelled link. */
export type EmailPart =
  string | { readonly code: string; readonly caption?: string } | { readonly link: string; readonly label: string };

/** The name of the service: the sender of emails to users, who may belong to several organizations or to none. */
export const SERVICE_NAME = 'Latchkey';

/** An email to one recipient. All text is plain text; the mail adapter does the formatting. */
export interface Email {
  /** One email address. */
  readonly to: string;
  /** The display name of the sender: the organization's name. */
  readonly from: string;
  readonly subject: string;
  readonly parts: readonly EmailPart[];
}

/**
 * Port that sends emails. `send` resolves once the email was handed over for delivery and throws otherwise; the caller retries.
 * Emails may contain secrets, so they are composed where they are sent and never stored in events, jobs or logs.
 */
export abstract class Mailer {
  abstract send(email: Email): Promise<void>;
}
