import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { EmailChanges } from '../domain/email-changes.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';
import { SENT_MAIL_DAYS, SentMails } from '../domain/sent-mails.ts';
import { SignIns } from '../domain/sign-ins.ts';

const DAY_MS = 86_400_000;

/** Deletes expired sessions, and sign-ins and changes of e-mail addresses older than a day together with the addresses entered, and the list of mails after its days. */
export class DeleteExpiredSessions extends Command<void> {}

@CommandHandler(DeleteExpiredSessions)
export class DeleteExpiredSessionsHandler implements ICommandHandler<DeleteExpiredSessions> {
  constructor(
    private readonly sessions: PortalSessions,
    private readonly signIns: SignIns,
    private readonly emailChanges: EmailChanges,
    private readonly mails: SentMails,
    private readonly clock: WallClock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.sessions.deleteExpired(now);
    const yesterday = new Date(now.getTime() - DAY_MS);
    await this.signIns.deleteBefore(yesterday);
    await this.emailChanges.deleteBefore(yesterday);
    await this.mails.deleteBefore(new Date(now.getTime() - SENT_MAIL_DAYS * DAY_MS));
  }
}
