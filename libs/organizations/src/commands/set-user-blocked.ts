import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Users, type WhichUser } from '../domain/users.ts';

/** For operators: blocks or unblocks a user. The tokens of a blocked user are not accepted. */
export class SetUserBlocked extends Command<void> {
  constructor(
    readonly which: WhichUser,
    readonly blocked: boolean,
  ) {
    super();
  }
}

@CommandHandler(SetUserBlocked)
export class SetUserBlockedHandler implements ICommandHandler<SetUserBlocked> {
  constructor(
    private readonly users: Users,
    private readonly clock: WallClock,
  ) {}

  execute({ which, blocked }: SetUserBlocked): Promise<void> {
    return this.users.change(which, (user) => (blocked ? user.block(this.clock.now()) : user.unblock()));
  }
}
