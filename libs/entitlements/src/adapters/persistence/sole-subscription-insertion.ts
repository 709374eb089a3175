import type { Pool } from 'pg';
import type { DomainEvent } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { type BatchStatement, GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import type { Subscription } from '../../domain/subscription.ts';

interface NewSubscription {
  readonly subscription: Subscription;
  readonly events: readonly DomainEvent[];
}

interface Candidate extends NewSubscription {
  /** Throws `NotSole` if another subscription of the batch has the same beneficiary. */
  claim(): void;
}

/** The beneficiary has another subscription. */
class NotSole extends Error {}

/** Serializes additions for the same beneficiary. The locks are taken in the order of their numbers to avoid deadlocks. */
const LOCK = {
  name: 'subscriptions-lock-beneficiaries',
  text: `select pg_advisory_xact_lock(number) from (
      select distinct hashtextextended('subscription/' || id, 0) as number from unnest($1::uuid[]) as b (id) order by 1
    ) locks`,
};

/** The beneficiaries that have a subscription that has not ended. It begins after the locks are held, so it sees what others added. */
const LIVE = {
  name: 'subscriptions-live-beneficiaries',
  text: `select b.id from unnest($1::uuid[], $2::uuid[]) as b (organization_id, id)
    where exists (select from entitlements.subscriptions s where s.organization_id = b.organization_id and s.customer_id = b.id
        and s.recipient_id is null and s.status <> 'canceled')
      or exists (select from entitlements.subscriptions s where s.organization_id = b.organization_id and s.recipient_id = b.id
        and s.status <> 'canceled')`,
};

/** Group commit of new subscriptions that must be the only ones of their beneficiaries. */
export class SoleSubscriptionInsertion extends GroupCommit<NewSubscription, Candidate> {
  constructor(
    step: string,
    private readonly pool: () => Promise<Pool>,
    private readonly insertionOf: (subscriptions: readonly Subscription[]) => BatchStatement[],
  ) {
    super(step);
  }

  /** Returns false if the beneficiary has a subscription that has not ended. */
  insert(subscription: Subscription): Promise<boolean> {
    const inserting = this.change<boolean>({ subscription, events: subscription.pullEvents() }, (candidate) => {
      candidate.claim();
      return true;
    });
    return inserting.catch((error: unknown) => {
      if (error instanceof NotSole) return false;
      throw error;
    });
  }

  protected notFound(): Error {
    return new NotSole();
  }

  protected override eventsOf({ events }: Candidate): readonly DomainEvent[] {
    return events;
  }

  protected override auditedAfter({ subscription }: Candidate): readonly object[] {
    return [subscription];
  }

  protected async begin(
    requests: readonly NewSubscription[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<Candidate>> {
    const organizations = requests.map(({ subscription }) => subscription.organizationId);
    const beneficiaries = requests.map(({ subscription }) => subscription.beneficiaryId);
    const reads = [
      { ...LOCK, values: [beneficiaries] },
      { ...LIVE, values: [organizations, beneficiaries] },
    ];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), reads, statements);
    const subscribed = new Set((rows[1] as { id: string }[]).map(({ id }) => id));
    const claimed = new Set<string>();
    const claim = (id: string): void => {
      if (claimed.has(id)) throw new NotSole();
      claimed.add(id);
    };
    return {
      first,
      found: requests.map((request) => {
        const { beneficiaryId } = request.subscription;
        return subscribed.has(beneficiaryId) ? undefined : { ...request, claim: () => claim(beneficiaryId) };
      }),
      commit: async (added, others) => {
        const insertion = this.insertionOf(added.map(({ subscription }) => subscription));
        await transaction.commit([...insertion, ...others]);
      },
      rollback: () => transaction.rollback(),
    };
  }
}
