import type { Pool } from 'pg';
import { type AggregateStore, type BatchStatement, insertionStore, type NewAggregates, newAggregates } from '#engine/persistence';
import type { Subscription } from '../../domain/subscription.ts';

interface Candidate extends NewAggregates<Subscription> {
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

/** Stores new subscriptions that must be the only ones of their beneficiaries. */
export class SoleSubscriptionInsertion {
  private readonly store: AggregateStore<NewAggregates<Subscription>, Candidate>;

  constructor(
    pool: () => Promise<Pool>,
    name: string,
    insertionOf: (subscriptions: readonly Subscription[]) => BatchStatement[],
  ) {
    this.store = insertionStore(pool, {
      name,
      notFound: () => new NotSole(),
      batchOf: (requests) => {
        const subscriptions = requests.flatMap(({ added }) => added);
        const beneficiaries = subscriptions.map(({ beneficiaryId }) => beneficiaryId);
        const organizations = subscriptions.map(({ organizationId }) => organizationId);
        return {
          reads: [
            { ...LOCK, values: [beneficiaries] },
            { ...LIVE, values: [organizations, beneficiaries] },
          ],
          load: ([, live]) => ({
            found: candidatesOf(requests, beneficiaries, new Set((live as { id: string }[]).map(({ id }) => id))),
            writes: (candidates) => insertionOf(candidates.flatMap(({ added }) => added)),
          }),
        };
      },
    });
  }

  /** Returns false if the beneficiary has a subscription that has not ended. */
  insert(subscription: Subscription): Promise<boolean> {
    const inserting = this.store.change<boolean>(newAggregates([subscription]), (candidate) => {
      candidate.claim();
      return true;
    });
    return inserting.catch((error: unknown) => {
      if (error instanceof NotSole) return false;
      throw error;
    });
  }
}

function candidatesOf(
  requests: readonly NewAggregates<Subscription>[],
  beneficiaries: readonly string[],
  subscribed: ReadonlySet<string>,
): (Candidate | undefined)[] {
  const claimed = new Set<string>();
  const claim = (id: string): void => {
    if (claimed.has(id)) throw new NotSole();
    claimed.add(id);
  };
  return requests.map((request, index) => {
    const id = beneficiaries[index]!;
    return subscribed.has(id) ? undefined : { ...request, claim: () => claim(id) };
  });
}
