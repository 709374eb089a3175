import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { UnclaimedBatchChanges } from '../../domain/batches/unclaimed-batch.ts';
import { UnclaimedBatches } from '../../domain/batches/unclaimed-batches.ts';

/** Renames, stops or resumes a batch. Keys that were claimed stay as they are. */
export class UpdateUnclaimedBatch extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: UnclaimedBatchChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateUnclaimedBatch)
export class UpdateUnclaimedBatchHandler implements ICommandHandler<UpdateUnclaimedBatch> {
  constructor(
    private readonly batches: UnclaimedBatches,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes }: UpdateUnclaimedBatch): Promise<void> {
    return this.batches.change<void>({ id, organizations: access.visible }, (batch) => {
      access.assertCanManage(batch.organizationId);
      batch.update(changes, this.clock.now(batch.organizationId));
    });
  }
}
