import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RevokeAuthorizations } from '#identity/needs';
import { ResourceNotFound } from '#kernel';
import { Grants } from '../domain/grants.ts';

/** Ends what a user allowed an application, with all of its tokens. Throws `ResourceNotFound`. */
export class RevokeAuthorization extends Command<void> {
  constructor(
    readonly userId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeAuthorization)
export class RevokeAuthorizationHandler implements ICommandHandler<RevokeAuthorization> {
  constructor(private readonly grants: Grants) {}

  async execute({ userId, id }: RevokeAuthorization): Promise<void> {
    if (!(await this.grants.deleteOfUser(id, userId))) throw new ResourceNotFound();
  }
}

@CommandHandler(RevokeAuthorizations)
export class RevokeAuthorizationsHandler implements ICommandHandler<RevokeAuthorizations> {
  constructor(private readonly grants: Grants) {}

  execute({ which }: RevokeAuthorizations): Promise<void> {
    return this.grants.deleteAll(which);
  }
}
