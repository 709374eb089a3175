import type { Email } from './mail-template.ts';

/**
 * Port that sends emails. `send` resolves once the email was handed over for delivery and throws otherwise; the caller retries.
 * Emails may contain secrets, so they are composed where they are sent and never stored in events, jobs or logs.
 */
export abstract class Mailer {
  abstract send(email: Email): Promise<void>;
}
