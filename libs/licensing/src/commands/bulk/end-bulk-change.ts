import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { BulkChanges } from '../../domain/bulk/bulk-changes.ts';

/** Leaves those keys of a bulk change alone that were not changed yet. */
export class CancelBulkChange extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(CancelBulkChange)
export class CancelBulkChangeHandler implements ICommandHandler<CancelBulkChange> {
  constructor(
    private readonly bulkChanges: BulkChanges,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id }: CancelBulkChange): Promise<void> {
    const organizationId = await this.bulkChanges.organizationOf(id, access.visible);
    access.assertCanManage(organizationId);
    await this.bulkChanges.change<void>({ organizationId, id }, (change) => change.cancel(this.clock.now(organizationId)));
  }
}

/** Gives the keys of a bulk change back what they had before, where that was not changed since. The worker does it. */
export class UndoBulkChange extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(UndoBulkChange)
export class UndoBulkChangeHandler implements ICommandHandler<UndoBulkChange> {
  constructor(
    private readonly bulkChanges: BulkChanges,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id }: UndoBulkChange): Promise<void> {
    const organizationId = await this.bulkChanges.organizationOf(id, access.visible);
    access.assertCanManage(organizationId);
    await this.bulkChanges.change<void>({ organizationId, id }, (change) => change.undo(this.clock.now(organizationId)));
  }
}
