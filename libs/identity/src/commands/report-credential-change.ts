import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer } from '#kernel';
import { FindUser } from '#organizations/contract';
import type { CredentialChange } from '../contract/index.ts';
import { credentialsChangedEmail } from '../domain/credential-emails.ts';

/** Tells the user that how they sign in has changed. */
export class ReportCredentialChange extends Command<void> {
  constructor(
    readonly userId: string,
    readonly change: CredentialChange,
  ) {
    super();
  }
}

@CommandHandler(ReportCredentialChange)
export class ReportCredentialChangeHandler implements ICommandHandler<ReportCredentialChange> {
  constructor(
    private readonly mailer: Mailer,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, change }: ReportCredentialChange): Promise<void> {
    const user = await this.queries.execute(new FindUser({ id: userId }));
    if (user) await this.mailer.send(credentialsChangedEmail(user.email, change));
  }
}
