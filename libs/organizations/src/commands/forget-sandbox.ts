import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Organizations } from '../domain/organizations.ts';

/** Removes a deleted sandbox that has no data any more. */
export class ForgetSandbox extends Command<void> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ForgetSandbox)
export class ForgetSandboxHandler implements ICommandHandler<ForgetSandbox> {
  constructor(private readonly organizations: Organizations) {}

  execute({ id }: ForgetSandbox): Promise<void> {
    return this.organizations.forgetDeleted(id);
  }
}
