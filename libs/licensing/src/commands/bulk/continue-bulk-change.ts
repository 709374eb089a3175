import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { PART_SIZE } from '../../domain/bulk/bulk-change.ts';
import { BulkChanges } from '../../domain/bulk/bulk-changes.ts';
import { limitsOfBenefits } from './limits-of-benefits.ts';
import { mailableIn } from './mailable-keys.ts';

/** Does the next part of a bulk change, or of its undoing. Does nothing if it is not under way. */
export class ContinueBulkChange extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(ContinueBulkChange)
export class ContinueBulkChangeHandler implements ICommandHandler<ContinueBulkChange> {
  constructor(
    private readonly bulkChanges: BulkChanges,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, id }: ContinueBulkChange): Promise<void> {
    const part = await this.bulkChanges.nextPart(organizationId, id, PART_SIZE);
    if (!part || part.licenseKeyIds.length === 0) return;
    const { action, licenseKeyIds } = part;
    const mailable =
      action.type === 'send'
        ? await mailableIn(organizationId, await this.bulkChanges.keys(organizationId, licenseKeyIds), this.queries)
        : new Set<string>();
    const limits =
      action.type === 'follow_benefit'
        ? await limitsOfBenefits(await this.bulkChanges.keys(organizationId, licenseKeyIds), this.queries)
        : undefined;
    await this.bulkChanges.change<void>({ organizationId, id, licenseKeyIds }, (change) =>
      change.doPart(mailable, this.clock.now(organizationId), limits),
    );
  }
}
