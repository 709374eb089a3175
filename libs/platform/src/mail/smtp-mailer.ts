import { createTransport, type Transporter } from 'nodemailer';
import { type Letter, Mailer } from '#kernel';
import { messageOf } from './message.ts';

const PATIENCE_MS = 20_000;

/** Hands letters over to a mail server, one connection each. */
export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(
    smtpUrl: string,
    private readonly sender: string,
  ) {
    super();
    const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS };
    this.transport = createTransport({ url: smtpUrl, ...patience });
  }

  async send(letter: Letter): Promise<void> {
    await this.transport.sendMail(messageOf(letter, this.sender));
  }
}
