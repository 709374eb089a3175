/** An email that a sandbox would have sent. */
export interface CaughtMail {
  readonly id: string;
  readonly createdAt: Date;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Port that keeps the emails of sandboxes. They may contain secrets, so they are stored encrypted. */
export abstract class CaughtMails {
  /** Keeps the latest emails of each sandbox only. */
  abstract add(sandboxId: string, mail: CaughtMail): Promise<void>;
}

/** How many emails of a sandbox are kept. */
export const MOST_CAUGHT = 200;
