import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound, WallClock } from '#kernel';
import type { Organization } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';
import { Users } from '../domain/users.ts';
import { makeOwner } from './make-owner.ts';

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
    readonly organizations: Organizations,
    readonly commands: CommandBus,
    private readonly users: Users,
    private readonly clock: WallClock,
  ) {}

  async execute({ userId, organizationId, id }: AcceptInvitation): Promise<void> {
    if (organizationId === null) throw new ResourceNotFound();
    const email = await this.users.change({ id: userId }, (user) => user.email);
    const now = this.clock.now();
    const which = { id: organizationId };
    const accept = (each: Organization): void => each.acceptInvitation(id, { id: userId, email }, now);
    const role = await this.organizations.change(which, (each) => each.invitedRole(id, { email }, now));
    if (role !== 'owner') return this.organizations.change(which, accept);
    const check = (each: Organization): void => void each.invitedRole(id, { email }, now);
    await makeOwner(this, which, { userId, check, change: accept });
  }
}
