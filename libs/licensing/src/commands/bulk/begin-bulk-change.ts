import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock, Conflict } from '#kernel';
import type { BulkAction } from '#support/bulk-changes';
import { BulkChange } from '../../domain/bulk/bulk-change.ts';
import { BulkChanges } from '../../domain/bulk/bulk-changes.ts';

/** The keys that match are others than those that were shown. */
export class BulkChangeSetChanged extends Conflict {
  constructor(expected: number, found: number) {
    super(`There are ${found} license keys now, not ${expected}.`);
  }
}

/** Begins to do something with many keys of an organization, and returns the id of the bulk change. The worker does it. */
export class BeginBulkChange extends Command<string> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly action: BulkAction,
    readonly licenseKeyIds: readonly string[],
    /** How many keys the caller expects; any number if left out. */
    readonly expected?: number,
  ) {
    super();
  }
}

@CommandHandler(BeginBulkChange)
export class BeginBulkChangeHandler implements ICommandHandler<BeginBulkChange> {
  constructor(
    private readonly bulkChanges: BulkChanges,
    private readonly clock: Clock,
  ) {}

  async execute({ access, organizationId, action, licenseKeyIds, expected }: BeginBulkChange): Promise<string> {
    access.assertCanManage(organizationId);
    const { length: total } = licenseKeyIds;
    if (expected !== undefined && expected !== total) throw new BulkChangeSetChanged(expected, total);
    const change = BulkChange.create(organizationId, action, total, this.clock.now(organizationId));
    await this.bulkChanges.add(change, licenseKeyIds);
    return change.id;
  }
}
