import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { CONFIRMATION, confirmationOf, confirms } from '../domain/confirmation.ts';
import { OpenIdState } from '../domain/openid-state.ts';

/** Makes the text that confirms a call: whose it is, where, and its arguments. It works once, for ten minutes, at every process. */
export class IssueConfirmation extends Command<string> {
  constructor(readonly call: string) {
    super();
  }
}

@CommandHandler(IssueConfirmation)
export class IssueConfirmationHandler implements ICommandHandler<IssueConfirmation> {
  constructor(
    private readonly state: OpenIdState,
    private readonly clock: WallClock,
  ) {}

  async execute({ call }: IssueConfirmation): Promise<string> {
    const confirmation = confirmationOf(call, this.clock.now());
    await this.state.save(confirmation);
    return confirmation.id;
  }
}

/** Uses a confirmation up. False if it is of another call, was used, or has expired: one of another call stays. */
export class UseConfirmation extends Command<boolean> {
  constructor(
    readonly confirmation: string,
    readonly call: string,
  ) {
    super();
  }
}

@CommandHandler(UseConfirmation)
export class UseConfirmationHandler implements ICommandHandler<UseConfirmation> {
  constructor(private readonly state: OpenIdState) {}

  async execute({ confirmation, call }: UseConfirmation): Promise<boolean> {
    const known = await this.state.find(CONFIRMATION, confirmation);
    if (!known || !confirms(known.payload, call)) return false;
    return this.state.consume(CONFIRMATION, confirmation);
  }
}
