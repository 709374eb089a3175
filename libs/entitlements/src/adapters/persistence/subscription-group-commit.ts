import type { Pool } from 'pg';
import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import {
  BatchTable,
  GroupCommit,
  type GroupTransaction,
  type LoadedRow,
  PipelinedTransaction,
  type StoredProperties,
} from '#engine/persistence';
import { Subscription } from '../../domain/subscription.ts';
import type { WhichSubscription } from '../../domain/subscriptions.ts';
import { SubscriptionMapping, subscriptionRows } from './subscription.mapping.ts';

const STORED = BatchTable.of(SubscriptionMapping).without('created_at', 'modified_at');
type Row = LoadedRow<Omit<StoredProperties<typeof SubscriptionMapping>, 'created_at' | 'modified_at'>>;

/** In the order of their ids, so that no transaction waits for another in a circle. */
const LOCK = {
  name: 'subscriptions-lock',
  text: `select ${STORED.selectList('s')} from entitlements.subscriptions s where s.id = any($1::uuid[]) order by s.id for update`,
};
const WRITE = BatchTable.of(SubscriptionMapping).without('created_at').update('subscriptions-write');

/** A subscription whose row is locked. What a change that throws has begun is undone. */
class LockedSubscription {
  private recorded: DomainEvent[] = [];

  constructor(
    readonly row: Row,
    private current: Subscription,
  ) {}

  get organizationId(): string {
    return this.row.organizationId;
  }

  get subscription(): Subscription {
    return this.current;
  }

  change<T>(by: (subscription: Subscription) => Sync<T>): Sync<T> {
    const next = Subscription.fromState(this.current.snapshot);
    const outcome = by(next);
    this.current = next;
    this.recorded.push(...next.pullEvents());
    return outcome;
  }

  pullEvents(): DomainEvent[] {
    const { recorded } = this;
    this.recorded = [];
    return recorded;
  }
}

/** Group commit of changes of subscriptions. */
export class SubscriptionGroupCommit extends GroupCommit<WhichSubscription, LockedSubscription> {
  constructor(private readonly pool: () => Promise<Pool>) {
    super(subscriptionRows.name);
  }

  protected notFound(): Error {
    return new ResourceNotFound();
  }

  protected override eventsOf(locked: LockedSubscription): readonly DomainEvent[] {
    return locked.pullEvents();
  }

  protected override auditedBefore({ subscription }: LockedSubscription): readonly object[] {
    return [subscription];
  }

  protected async begin(
    requests: readonly WhichSubscription[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<LockedSubscription>> {
    const lock = { ...LOCK, values: [[...new Set(requests.map(({ id }) => id))]] };
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), [lock], statements);
    const locked = await transaction.holding(() => new Map((rows[0] as Row[]).map((row) => [row.id, restored(row)])));
    return {
      first,
      found: requests.map(({ id, organizations }) => {
        const found = locked.get(id);
        return found && organizations.includes(found.organizationId) ? found : undefined;
      }),
      commit: async (changed, others) =>
        transaction.commit([...(await transaction.holding(() => writesFor(changed))), ...others]),
      rollback: () => transaction.rollback(),
    };
  }
}

const restored = (row: Row): LockedSubscription => new LockedSubscription(row, Subscription.fromState(STORED.read(row)));

/** Times of rows are those of the system, as in the mapping. */
function writesFor(changed: readonly LockedSubscription[]) {
  const states = changed.map(({ row, subscription }) => ({ row, state: subscription.snapshot }));
  const due = states.filter(({ row, state }) => STORED.hasChanged(state, row));
  const rows = due.map(({ state }) => ({ ...state, modified_at: new Date() }));
  return WRITE.of(rows);
}
