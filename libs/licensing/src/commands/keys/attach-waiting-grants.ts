import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { AttachedGrants } from '../../domain/keys/attached-grants.ts';
import { SyncAttachedGrant } from './sync-attached-grant.ts';

/**
 * Attaches grants of add-ons that wait to the license keys which their customers have now, until done or aborted by `stop`. A grant that fails
 * does not keep others from being attached.
 */
export class AttachWaitingGrants extends Command<void> {
  constructor(
    readonly stop: AbortSignal = new AbortController().signal,
    /** The organization whose grants are attached; all if it is left out. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

@CommandHandler(AttachWaitingGrants)
export class AttachWaitingGrantsHandler implements ICommandHandler<AttachWaitingGrants> {
  constructor(
    private readonly attached: AttachedGrants,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ stop, organizationId: of }: AttachWaitingGrants): Promise<void> {
    const tried = new Set<string>();
    const failures: unknown[] = [];
    while (!stop.aborted) {
      const found = await this.attached.someDeliverable(this.clock.now(of), of);
      const due = found.filter(({ grantId }) => !tried.has(grantId));
      if (due.length === 0) break;
      for (const { grantId } of due) {
        tried.add(grantId);
        await this.commands.execute(new SyncAttachedGrant(grantId)).catch((error: unknown) => failures.push(error));
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
