import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newId, WallClock } from '#kernel';
import { type CaughtMail, CaughtMails } from '../domain/caught-mails.ts';

/** Keeps an email of a sandbox instead of sending it. */
export class CatchMail extends Command<void> {
  constructor(
    readonly sandboxId: string,
    readonly mail: Pick<CaughtMail, 'to' | 'subject' | 'text'>,
  ) {
    super();
  }
}

@CommandHandler(CatchMail)
export class CatchMailHandler implements ICommandHandler<CatchMail> {
  constructor(
    private readonly caught: CaughtMails,
    private readonly clock: WallClock,
  ) {}

  execute({ sandboxId, mail }: CatchMail): Promise<void> {
    return this.caught.add(sandboxId, { id: newId('caught-mail'), createdAt: this.clock.now(), ...mail });
  }
}
