import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { EndAccessThroughProvider } from '../needs/index.ts';
import type { Organization } from '../domain/organization.ts';
import { Organizations } from '../domain/organizations.ts';
import type { Role } from '../domain/roles.ts';
import { User } from '../domain/user.ts';
import { Users } from '../domain/users.ts';
import { makeOwner } from './make-owner.ts';

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

/** Members may leave, whatever their role. Ends what the provider of the organization has opened for them. */
export class DismissMember extends Command<void> {
  constructor(
    readonly change: MemberChange,
    readonly userId: string,
  ) {
    super();
  }
}

/**
 * Ends, for the organization, everything with which a member reaches it: sessions, tokens and what they allowed applications. Elsewhere it
 * goes on, but for what the provider of the organization has opened, which is for this organization only. For owners.
 */
export class EndMemberCredentials extends Command<void> {
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
    readonly organizations: Organizations,
    readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, userId, role }: ChangeMemberRole): Promise<void> {
    assertManages(change);
    const now = this.clock.now();
    const { by, organizationId } = change;
    const apply = (each: Organization): void => each.changeRole(by, userId, role, now);
    if (role !== 'owner') return this.organizations.change({ id: organizationId }, apply);
    const check = (each: Organization): void => each.assertMayMakeOwner(by, userId);
    await makeOwner(this, { id: organizationId }, { userId, check, change: apply });
  }
}

@CommandHandler(DismissMember)
export class DismissMemberHandler implements ICommandHandler<DismissMember> {
  constructor(
    private readonly organizations: Organizations,
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, userId }: DismissMember): Promise<void> {
    assertVisible(change);
    if (change.by !== userId) assertManages(change);
    const now = this.clock.now();
    const { by, organizationId } = change;
    await this.organizations.change({ id: organizationId }, (each) => each.dismissMember(by, userId, now));
    await this.commands.execute(new EndAccessThroughProvider(userId, organizationId, 'loses access', now));
  }
}

@CommandHandler(EndMemberCredentials)
export class EndMemberCredentialsHandler implements ICommandHandler<EndMemberCredentials> {
  constructor(
    private readonly organizations: Organizations,
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, userId }: EndMemberCredentials): Promise<void> {
    assertManages(change);
    const now = this.clock.now();
    const { by, organizationId } = change;
    await this.organizations.change({ id: organizationId }, (each) => each.endCredentialsOf(by, userId, now));
    await this.commands.execute(new EndAccessThroughProvider(userId, organizationId, 'loses access', now));
  }
}

@CommandHandler(TransferOwnership)
export class TransferOwnershipHandler implements ICommandHandler<TransferOwnership> {
  constructor(
    readonly organizations: Organizations,
    readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, userId }: TransferOwnership): Promise<void> {
    assertManages(change);
    const now = this.clock.now();
    const { by, organizationId } = change;
    const check = (each: Organization): void => each.assertMayMakeOwner(by, userId);
    const apply = (each: Organization): void => each.transferOwnership(by, userId, now);
    await makeOwner(this, { id: organizationId }, { userId, check, change: apply });
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
