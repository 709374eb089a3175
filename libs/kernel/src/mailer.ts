/** A part of a letter: a paragraph, a code to be copied (and what it is for), or a link under its own words. */
export type EmailPart =
  string | { readonly code: string; readonly caption?: string } | { readonly link: string; readonly words: string };

/** What is written to a person. Everything in it is plain text; how it looks is technology. */
export interface Email {
  /** One e-mail address. */
  readonly to: string;
  /** In whose name: the organization's. */
  readonly from: string;
  readonly subject: string;
  readonly parts: readonly EmailPart[];
}

/**
 * Sends letters, as a port. Sent is what was handed over to whoever delivers; `send` throws when it was not, and is then tried
 * again. Letters may carry secrets, so they are made where they are sent, and never travel through events, jobs or logs.
 */
export abstract class Mailer {
  abstract send(letter: Email): Promise<void>;
}
