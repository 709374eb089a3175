import { type Email, Mailer } from '#support/mails';
import type { Config } from '#platform/config';
import { mailSent } from '#engine/metrics';
import { SmtpMailer } from './smtp-mailer.ts';
import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { messageOf } from './message.ts';

/** Writes emails to `.eml` files, readable only by their owner, for setups without a mail server. */
export class FolderMailer extends Mailer {
  private readonly log = new Logger('Mail');
  private readonly folder: string;

  constructor(
    folder: string,
    private readonly sender: string,
  ) {
    super();
    this.folder = resolve(folder);
  }

  async send(email: Email): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await transport.sendMail(messageOf(email, this.sender));
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`);
    await writeFile(file, message as Buffer, { mode: 0o600, flag: 'wx' });
    this.log.warn(`SMTP_URL is not set: wrote the email to ${file}`);
  }
}

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
