import { createTransport, type Transporter } from 'nodemailer';
import { type Email, Mailer } from '#kernel';
import { messageOf } from './message.ts';

const SMTP_TIMEOUT_MS = 20_000;

const TIMEOUTS = { connectionTimeout: SMTP_TIMEOUT_MS, greetingTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS };

/** Why the mail server would not take emails; undefined if it would. Connects and signs in, and sends nothing. */
export async function mailServerProblem(smtpUrl: string): Promise<string | undefined> {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
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
  private readonly transport: Transporter;

  constructor(
    smtpUrl: string,
    private readonly sender: string,
  ) {
    super();
    this.transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  }

  async send(email: Email): Promise<void> {
    await this.transport.sendMail(messageOf(email, this.sender));
  }
}
