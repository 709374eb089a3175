import { createTransport, type Transporter } from 'nodemailer';
import { type Email, Mailer } from '#kernel';
import { messageOf } from './message.ts';

const SMTP_TIMEOUT_MS = 20_000;

/** Sends emails through a mail server, one connection each. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(
    smtpUrl: string,
    private readonly sender: string,
  ) {
    super();
    const timeouts = { connectionTimeout: SMTP_TIMEOUT_MS, greetingTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS };
    this.transport = createTransport({ url: smtpUrl, ...timeouts });
  }

  async send(email: Email): Promise<void> {
    await this.transport.sendMail(messageOf(email, this.sender));
  }
}
