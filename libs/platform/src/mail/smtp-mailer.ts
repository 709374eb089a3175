import type { Transporter } from 'nodemailer';
import { type Email, Mailer } from '#support/mails';
import { messageOf } from './message.ts';

const SMTP_TIMEOUT_MS = 20_000;

const TIMEOUTS = { connectionTimeout: SMTP_TIMEOUT_MS, greetingTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS };

/** Most processes send no mail: the worker does. */
async function transportTo(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...TIMEOUTS });
}

/** Why the mail server would not take emails; undefined if it would. Connects and signs in, and sends nothing. */
export async function mailServerProblem(smtpUrl: string): Promise<string | undefined> {
  const transport = await transportTo(smtpUrl);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    transport.close();
  }
}

/** Sends emails through a mail server, one connection each. */
export class SmtpMailer extends Mailer {
  private transport: Promise<Transporter> | undefined;

  constructor(
    private readonly smtpUrl: string,
    private readonly sender: string,
  ) {
    super();
  }

  async send(email: Email): Promise<void> {
    const transport = await (this.transport ??= transportTo(this.smtpUrl));
    await transport.sendMail(messageOf(email, this.sender));
  }
}
