import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { EmailChanges } from '../domain/email-changes.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';
import { SignIns } from '../domain/sign-ins.ts';

const DAY_MS = 86_400_000;

/** Deletes expired sessions, and sign-ins and changes of e-mail addresses older than a day together with the addresses entered. */
export class DeleteExpiredSessions extends Command<void> {}

@CommandHandler(DeleteExpiredSessions)
export class DeleteExpiredSessionsHandler implements ICommandHandler<DeleteExpiredSessions> {
  constructor(
    private readonly sessions: PortalSessions,
    private readonly signIns: SignIns,
    private readonly emailChanges: EmailChanges,
    private readonly clock: WallClock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.sessions.deleteExpired(now);
    const yesterday = new Date(now.getTime() - DAY_MS);
    await this.signIns.deleteBefore(yesterday);
    await this.emailChanges.deleteBefore(yesterday);
  }
}
