import { type Email, Mailer } from '#support/mails';
import type { Config } from '#platform/config';
import { mailSent } from '#engine/metrics';
import { FolderMailer } from './folder-mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

/** Counts what another mailer sends. */
class CountedMailer extends Mailer {
  constructor(private readonly mailer: Mailer) {
    super();
  }

  async send(email: Email): Promise<void> {
    try {
      await this.mailer.send(email);
    } catch (error) {
      mailSent('failed');
      throw error;
    }
    mailSent('sent');
  }
}

/** Sends through the mail server of SMTP_URL; writes to a folder if it is not set. */
export const mailerFor = ({ smtpUrl, mailFrom, mailFolder }: Config): Mailer =>
  new CountedMailer(smtpUrl ? new SmtpMailer(smtpUrl, mailFrom) : new FolderMailer(mailFolder!, mailFrom));
