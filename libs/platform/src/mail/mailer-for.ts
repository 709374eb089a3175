import type { Mailer } from '#kernel';
import type { Config } from '#platform/config';
import { FolderMailer } from './folder-mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

/** By the mail server of the configuration; without one, into a folder. */
export const mailerFor = ({ smtpUrl, mailFrom, mailFolder }: Config): Mailer =>
  smtpUrl ? new SmtpMailer(smtpUrl, mailFrom) : new FolderMailer(mailFolder!, mailFrom);
