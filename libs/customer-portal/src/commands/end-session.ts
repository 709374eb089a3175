import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PortalSessions } from '../domain/portal-sessions.ts';

/** Signs out: the session ends before its time. */
export class EndSession extends Command<void> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(private readonly sessions: PortalSessions) {}

  execute({ id }: EndSession): Promise<void> {
    return this.sessions.remove(id);
  }
}
