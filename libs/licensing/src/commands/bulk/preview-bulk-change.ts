import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { BulkAction, BulkRefusal } from '#support/bulk-changes';
import { decisionOf, isTagAction, refusalOfTag } from '../../domain/bulk/bulk-action.ts';
import { BulkChanges, type BulkKey } from '../../domain/bulk/bulk-changes.ts';
import { limitsOfBenefits } from './limits-of-benefits.ts';
import { mailableIn } from './mailable-keys.ts';

const MOST_EXAMPLES = 3;
const PAGE = 1_000;

/** What a bulk change would do now. */
export interface BulkPreview {
  readonly total: number;
  readonly changed: number;
  readonly refusals: readonly {
    readonly code: BulkRefusal;
    readonly count: number;
    readonly examples: readonly Pick<BulkKey, 'id' | 'displayKey'>[];
  }[];
}

/** Says what an action would do with many keys of an organization. Nothing changes. */
export class PreviewBulkChange extends Command<BulkPreview> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly action: BulkAction,
    readonly licenseKeyIds: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PreviewBulkChange)
export class PreviewBulkChangeHandler implements ICommandHandler<PreviewBulkChange> {
  constructor(
    private readonly bulkChanges: BulkChanges,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, organizationId, action, licenseKeyIds }: PreviewBulkChange): Promise<BulkPreview> {
    access.assertCanManage(organizationId);
    const now = this.clock.now(organizationId);
    const refused = new Map<BulkRefusal, BulkKey[]>();
    for (let from = 0; from < licenseKeyIds.length; from += PAGE) {
      const keys = await this.bulkChanges.keys(organizationId, licenseKeyIds.slice(from, from + PAGE));
      const refusalOf = await this.refusals(organizationId, action, keys, now);
      for (const key of keys) {
        const refusal = refusalOf(key);
        if (!refusal) continue;
        const others = refused.get(refusal);
        if (others) others.push(key);
        else refused.set(refusal, [key]);
      }
    }
    const refusals = [...refused]
      .map(([code, keys]) => ({ code, count: keys.length, examples: keys.slice(0, MOST_EXAMPLES) }))
      .sort((some, other) => other.count - some.count || (some.code < other.code ? -1 : 1));
    const total = licenseKeyIds.length;
    return { total, changed: total - refusals.reduce((sum, { count }) => sum + count, 0), refusals };
  }

  private async refusals(
    organizationId: string,
    action: BulkAction,
    keys: readonly BulkKey[],
    now: Date,
  ): Promise<(key: BulkKey) => BulkRefusal | undefined> {
    if (isTagAction(action)) {
      const tags = await this.bulkChanges.tags(organizationId, keys);
      return ({ id }) => refusalOfTag(action, tags.get(id)!);
    }
    const mailable = action.type === 'send' ? await mailableIn(organizationId, keys, this.queries) : undefined;
    const limits = action.type === 'follow_benefit' ? await limitsOfBenefits(keys, this.queries) : undefined;
    return (key) => {
      const decision = decisionOf(action, key, now, mailable?.has(key.id), limits?.get(key.id));
      return 'refusal' in decision ? decision.refusal : undefined;
    };
  }
}
