import type { Language } from '#support/languages';
import type { MailWording } from '#support/mails';

/** The mail and the language of a text, within an organization. */
export interface WhichMailText {
  readonly organizationId: string;
  /** The name of the mail. */
  readonly mail: string;
  readonly language: Language;
}

export interface MailText extends WhichMailText, MailWording {
  readonly modifiedAt: Date;
}

/** The repository of the texts that organizations wrote for mails to their customers. Changes are in the audit log. */
export abstract class MailTexts {
  /** Replaces the one that there was. */
  abstract put(text: MailText): Promise<void>;

  /** Does nothing if there is none. */
  abstract remove(which: WhichMailText): Promise<void>;
}
