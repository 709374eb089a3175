import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { PortalSessions } from '../domain/portal-sessions.ts';
import { SignIns } from '../domain/sign-ins.ts';

const DAY = 86_400_000;

/** Forgets sessions that have expired, and sign-ins of more than a day ago with the addresses that were typed. */
export class DeleteExpiredSessions extends Command<void> {}

@CommandHandler(DeleteExpiredSessions)
export class DeleteExpiredSessionsHandler implements ICommandHandler<DeleteExpiredSessions> {
  constructor(
    private readonly sessions: PortalSessions,
    private readonly signIns: SignIns,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    await this.sessions.forgetExpired(now);
    await this.signIns.forgetBefore(new Date(now.getTime() - DAY));
  }
}
