/** A part of an e-mail: a paragraph, a code to be copied with an optional caption, or a link with its label. */
export type EmailPart =
  string | { readonly code: string; readonly caption?: string } | { readonly link: string; readonly words: string };

/** An e-mail message. All texts are plain; the mailer renders them. */
export interface Email {
  /** One e-mail address. */
  readonly to: string;
  /** The display name of the sender: the name of the organization. */
  readonly from: string;
  readonly subject: string;
  readonly parts: readonly EmailPart[];
}

/**
 * Port for sending e-mail. `send` returns once the message is handed over for delivery, and throws otherwise; callers repeat it.
 * E-mails may contain secrets, so they are composed where they are sent and never appear in events, jobs or logs.
 */
export abstract class Mailer {
  abstract send(email: Email): Promise<void>;
}
