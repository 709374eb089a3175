import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { EmailChanges } from '../domain/email-changes.ts';
import { InvalidCustomerEmailUpdate } from './invalid-email-change.ts';

/** Throws `InvalidCustomerEmailUpdate` unless the link can be used. Changes nothing. */
export class CheckEmailChange extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(CheckEmailChange)
export class CheckEmailChangeHandler implements ICommandHandler<CheckEmailChange> {
  constructor(
    private readonly emailChanges: EmailChanges,
    private readonly tokens: Tokens,
    private readonly clock: WallClock,
  ) {}

  async execute({ token }: CheckEmailChange): Promise<void> {
    const change = await this.emailChanges.findByToken(this.tokens.digestsOf('email change', token));
    if (!change?.isOpen(this.clock.now())) throw new InvalidCustomerEmailUpdate();
  }
}
