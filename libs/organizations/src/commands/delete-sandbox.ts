import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, NotPermitted, WallClock } from '#kernel';
import { Organizations } from '../domain/organizations.ts';

/**
 * Deletes a sandbox of an organization. Its credentials are accepted no more and its slug is free; what it has is deleted by the worker.
 * Throws `ResourceNotFound` for any other organization.
 */
export class DeleteSandbox extends Command<void> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly sandboxId: string,
    readonly caller: { readonly isLimited: boolean },
  ) {
    super();
  }
}

@CommandHandler(DeleteSandbox)
export class DeleteSandboxHandler implements ICommandHandler<DeleteSandbox> {
  constructor(
    private readonly organizations: Organizations,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, organizationId, sandboxId, caller }: DeleteSandbox): Promise<void> {
    access.assertSees(organizationId);
    access.assertCanManage(organizationId);
    if (caller.isLimited) throw new NotPermitted('A credential that is limited to certain organizations deletes none.');
    const now = this.clock.now();
    await this.organizations.deleteSandbox(sandboxId, (sandbox) => sandbox.deleteAsSandboxOf(organizationId, now));
  }
}
