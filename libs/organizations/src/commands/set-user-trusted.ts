import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Organizations } from '../domain/organizations.ts';
import { Users, type WhichUser } from '../domain/users.ts';

/** For operators: the organizations of a trusted user are each counted by itself, those of others together. */
export class SetUserTrusted extends Command<void> {
  constructor(
    readonly which: WhichUser,
    readonly trusted: boolean,
  ) {
    super();
  }
}

@CommandHandler(SetUserTrusted)
export class SetUserTrustedHandler implements ICommandHandler<SetUserTrusted> {
  constructor(
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  /** In two transactions: one that creates an organization locks its quota first, and then its user. */
  async execute({ which, trusted }: SetUserTrusted): Promise<void> {
    const id = await this.users.change(which, (user) => {
      if (trusted) user.trust(this.clock.now());
      else user.distrust();
      return user.id;
    });
    await this.organizations.recount(id);
  }
}
