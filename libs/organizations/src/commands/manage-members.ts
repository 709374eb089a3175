import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { EndAccessThroughProvider } from '../contract/index.ts';
import { Organizations } from '../domain/organizations.ts';
import type { Role } from '../domain/roles.ts';
import { User } from '../domain/user.ts';
import { Users } from '../domain/users.ts';

/** Who changes the members of which organization. */
export interface MemberChange {
  readonly access: Access;
  readonly organizationId: string;
  /** The user who makes the change. */
  readonly by: string;
}

/** Throws `ResourceNotFound`, `NotPermitted` and `LastOwner`, as do the other commands here. */
export class ChangeMemberRole extends Command<void> {
  constructor(
    readonly change: MemberChange,
    readonly userId: string,
    readonly role: Role,
  ) {
    super();
  }
}

/** Members may leave, whatever their role. */
export class DismissMember extends Command<void> {
  constructor(
    readonly change: MemberChange,
    readonly userId: string,
  ) {
    super();
  }
}

export class TransferOwnership extends Command<void> {
  constructor(
    readonly change: MemberChange,
    readonly userId: string,
  ) {
    super();
  }
}

/** Registers the user, so that they can sign in, and invites them. Returns the id of the invitation. */
export class InviteMember extends Command<string> {
  constructor(
    readonly change: MemberChange,
    readonly email: string,
    readonly role: Role,
  ) {
    super();
  }
}

export class ResendMemberInvitation extends Command<void> {
  constructor(
    readonly change: MemberChange,
    readonly id: string,
  ) {
    super();
  }
}

export class RevokeMemberInvitation extends Command<void> {
  constructor(
    readonly change: MemberChange,
    readonly id: string,
  ) {
    super();
  }
}

function assertVisible({ access, organizationId }: MemberChange): void {
  access.assertSees(organizationId);
}

function assertManages(change: MemberChange): void {
  assertVisible(change);
  change.access.assertCanManage(change.organizationId);
}

@CommandHandler(ChangeMemberRole)
export class ChangeMemberRoleHandler implements ICommandHandler<ChangeMemberRole> {
  constructor(
    private readonly organizations: Organizations,
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, userId, role }: ChangeMemberRole): Promise<void> {
    assertManages(change);
    const now = this.clock.now();
    await this.organizations.change({ id: change.organizationId }, (each) => each.changeRole(change.by, userId, role, now));
    if (role === 'owner') await this.commands.execute(new EndAccessThroughProvider(userId, change.organizationId));
  }
}

@CommandHandler(DismissMember)
export class DismissMemberHandler implements ICommandHandler<DismissMember> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, userId }: DismissMember): Promise<void> {
    assertVisible(change);
    if (change.by !== userId) assertManages(change);
    const now = this.clock.now();
    await this.organizations.change({ id: change.organizationId }, (each) => each.dismissMember(change.by, userId, now));
  }
}

@CommandHandler(TransferOwnership)
export class TransferOwnershipHandler implements ICommandHandler<TransferOwnership> {
  constructor(
    private readonly organizations: Organizations,
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, userId }: TransferOwnership): Promise<void> {
    assertManages(change);
    const now = this.clock.now();
    await this.organizations.change({ id: change.organizationId }, (each) => each.transferOwnership(change.by, userId, now));
    await this.commands.execute(new EndAccessThroughProvider(userId, change.organizationId));
  }
}

@CommandHandler(InviteMember)
export class InviteMemberHandler implements ICommandHandler<InviteMember> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, email, role }: InviteMember): Promise<string> {
    assertManages(change);
    const quotaUserId = await this.users.change({ id: change.by }, (inviting) => inviting.quotaOfInvited);
    const userId = await this.users.register(User.create(email, quotaUserId));
    const now = this.clock.now();
    return this.organizations.change({ id: change.organizationId }, (each) =>
      each.invite(change.by, { userId, email, role }, now),
    );
  }
}

@CommandHandler(ResendMemberInvitation)
export class ResendMemberInvitationHandler implements ICommandHandler<ResendMemberInvitation> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, id }: ResendMemberInvitation): Promise<void> {
    assertManages(change);
    const now = this.clock.now();
    await this.organizations.change({ id: change.organizationId }, (each) => each.resendInvitation(id, now));
  }
}

@CommandHandler(RevokeMemberInvitation)
export class RevokeMemberInvitationHandler implements ICommandHandler<RevokeMemberInvitation> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, id }: RevokeMemberInvitation): Promise<void> {
    assertManages(change);
    const now = this.clock.now();
    await this.organizations.change({ id: change.organizationId }, (each) => each.revokeInvitation(id, now));
  }
}
