import type { Mailer } from '#kernel';
import type { Config } from '#platform/config';
import { FolderMailer } from './folder-mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

/** Sends through the mail server of SMTP_URL; writes to a folder if it is not set. */
export const mailerFor = ({ smtpUrl, mailFrom, mailFolder }: Config): Mailer =>
  smtpUrl ? new SmtpMailer(smtpUrl, mailFrom) : new FolderMailer(mailFolder!, mailFrom);
