import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound, WallClock } from '#kernel';
import { Organizations } from '../domain/organizations.ts';
import { Users } from '../domain/users.ts';

/** Throws `ResourceNotFound` unless the invitation is pending and for the address of the user. */
export class AcceptInvitation extends Command<void> {
  constructor(
    readonly userId: string,
    /** Null if no organization has the invitation. */
    readonly organizationId: string | null,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(AcceptInvitation)
export class AcceptInvitationHandler implements ICommandHandler<AcceptInvitation> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly clock: WallClock,
  ) {}

  async execute({ userId, organizationId, id }: AcceptInvitation): Promise<void> {
    if (organizationId === null) throw new ResourceNotFound();
    const email = await this.users.change({ id: userId }, (user) => user.email);
    const now = this.clock.now();
    await this.organizations.change({ id: organizationId }, (each) => each.acceptInvitation(id, { id: userId, email }, now));
  }
}
