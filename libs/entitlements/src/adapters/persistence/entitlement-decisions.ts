import type { Pool } from 'pg';
import { type AggregateStore, aggregateStore, type BatchReads, type BatchStatement } from '#engine/persistence';
import type { Beneficiary } from '../../domain/benefit-grants.ts';
import { Entitlement, type GrantingPurchase } from '../../domain/entitlement.ts';
import { orderEntitles, type OrderStatus } from '../../domain/order-status.ts';
import { subscriptionEntitles, type SubscriptionStatus } from '../../domain/subscription-status.ts';
import { type GrantRow, GRANTS, toGrant, WRITE_GRANTS } from './entitlement-statements.ts';
import * as sql from './entitlement-statements.ts';

/** A decision about the grants of a beneficiary that was prepared with this revision. */
interface Decision {
  readonly beneficiary: Beneficiary;
  readonly revision: number;
}

/** The purchase does not exist, or another decision was made since the revision of this one. */
class OutdatedDecision extends Error {}

interface CommonFacts {
  readonly organizationId: string;
  readonly id: string;
  readonly customerId: string;
  readonly seats: number | null;
  readonly revision: number;
  readonly deliverByEmail: boolean | null;
}
type OrderFacts = CommonFacts & {
  /** As PostgreSQL writes it. */
  readonly purchasedAt: string | null;
  readonly status: OrderStatus;
  readonly subscriptionId: string | null;
  readonly isRevoked: boolean;
  readonly isWithheld: boolean;
};
type SubscriptionFacts = CommonFacts & { readonly status: SubscriptionStatus; readonly graceOver: boolean };

const TABLES = ['orders', 'subscriptions'] as const;
const idOf = (beneficiary: Beneficiary): string => ('orderId' in beneficiary ? beneficiary.orderId : beneficiary.subscriptionId);
const tableOf = (beneficiary: Beneficiary): sql.PurchaseTable => ('orderId' in beneficiary ? 'orders' : 'subscriptions');
const keyOf = ({ beneficiary }: Decision): string => `${idOf(beneficiary)} ${beneficiary.memberId ?? ''}`;

/** Makes decisions about the grants of purchases. Of several about one beneficiary the first one is made; the others are outdated. */
export class EntitlementDecisions {
  private readonly store: AggregateStore<Decision, Entitlement>;

  constructor(pool: () => Promise<Pool>) {
    this.store = aggregateStore(pool, {
      name: 'Entitlement',
      notFound: () => new OutdatedDecision(),
      eventsOf: (entitlement) => entitlement.pullEvents(),
      auditedOf: ({ grants }) => grants,
      batchOf,
    });
  }

  /** Returns false if another decision was made since the revision. */
  decide(decision: Decision, by: (entitlement: Entitlement) => void): Promise<boolean> {
    return this.store
      .change<boolean>(decision, (entitlement) => {
        by(entitlement);
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof OutdatedDecision) return false;
        throw error;
      });
  }
}

/**
 * Purchases are locked, or the revision of the holder of a seat is claimed; then the grants are locked, because single grants are
 * changed as well.
 */
function batchOf(requests: readonly Decision[]): BatchReads<Entitlement> {
  const decisions = [...new Map(requests.toReversed().map((each) => [keyOf(each), each])).values()].sort((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : 1,
  );
  const { statements, read } = readsFor(decisions);
  return {
    reads: statements,
    load: (rows) => {
      const { purchases, claimed, grants } = read(rows);
      const loaded = new Map(grants.map((row) => [row.id, row]));
      const found = new Map(decisions.map((each) => [each, entitlementOf(each, purchases, claimed, grants)]));
      return {
        found: requests.map((request) => found.get(request)),
        writes: (changed) => {
          const written = changed
            .flatMap((entitlement) => entitlement.grants.map(({ snapshot }) => snapshot))
            .filter((grant) => !loaded.has(grant.id) || GRANTS.hasChanged(grant, loaded.get(grant.id)!));
          const made = new Set(changed);
          const revisions = revisionsOf(decisions.filter((decision) => made.has(found.get(decision)!)));
          return [...revisions, ...WRITE_GRANTS.of(written)];
        },
      };
    },
  };
}

interface Loaded {
  readonly purchases: ReadonlyMap<string, OrderFacts | SubscriptionFacts>;
  /** The holders whose revision was claimed. */
  readonly claimed: ReadonlySet<string>;
  readonly grants: readonly GrantRow[];
}

/** The statements that lock what the decisions are about, and what their results mean. */
function readsFor(decisions: readonly Decision[]): { statements: BatchStatement[]; read: (rows: object[][]) => Loaded } {
  const whole = decisions.filter(({ beneficiary }) => beneficiary.memberId === undefined);
  const ofHolders = decisions.filter(({ beneficiary }) => beneficiary.memberId !== undefined);
  const at = (some: readonly Decision[]): unknown[][] => [
    some.map(({ beneficiary }) => beneficiary.organizationId),
    some.map(({ beneficiary }) => idOf(beneficiary)),
  ];
  const members = (some: readonly Decision[]): unknown[] => some.map(({ beneficiary }) => beneficiary.memberId ?? null);
  const of = (some: readonly Decision[], statement: (table: sql.PurchaseTable) => { name: string; text: string }) =>
    TABLES.flatMap((table) => {
      const own = some.filter(({ beneficiary }) => tableOf(beneficiary) === table);
      return own.length > 0 ? [{ ...statement(table), values: at(own) }] : [];
    });
  const purchases = [...of(whole, sql.lockPurchases), ...of(ofHolders, sql.readPurchases)];
  const next = ofHolders.map(({ revision }) => revision + 1);
  const claims = ofHolders.length > 0 ? [{ ...sql.CLAIM_HOLDERS, values: [...at(ofHolders), members(ofHolders), next] }] : [];
  const grants = { ...sql.LOCK_GRANTS, values: [...at(decisions), members(decisions)] };
  return {
    statements: [...claims, ...purchases, ...adoptions(ofHolders), grants],
    read: (rows) => ({
      claimed: new Set(
        (claims.length > 0 ? (rows[0] as { purchaseId: string; memberId: string }[]) : []).map(
          ({ purchaseId, memberId }) => `${purchaseId} ${memberId}`,
        ),
      ),
      purchases: new Map(
        (rows.slice(claims.length, claims.length + purchases.length).flat() as (OrderFacts | SubscriptionFacts)[]).map((each) => [
          each.id,
          each,
        ]),
      ),
      grants: rows.at(-1) as GrantRow[],
    }),
  };
}

function adoptions(decisions: readonly Decision[]): BatchStatement[] {
  return TABLES.flatMap((table) => {
    const former = decisions
      .filter(({ beneficiary }) => tableOf(beneficiary) === table)
      .flatMap(({ beneficiary }) => (beneficiary.formerMemberIds ?? []).map((formerId) => ({ beneficiary, formerId })));
    if (former.length === 0) return [];
    const values = [
      former.map(({ beneficiary }) => beneficiary.organizationId),
      former.map(({ beneficiary }) => idOf(beneficiary)),
      former.map(({ beneficiary }) => beneficiary.memberId),
      former.map(({ formerId }) => formerId),
    ];
    return [{ ...sql.adoptGrants(table), values }];
  });
}

function entitlementOf(
  { beneficiary, revision }: Decision,
  purchases: Loaded['purchases'],
  claimed: Loaded['claimed'],
  grants: readonly GrantRow[],
): Entitlement | undefined {
  const { memberId = null } = beneficiary;
  const id = idOf(beneficiary);
  const facts = purchases.get(id);
  const isCurrent = memberId === null ? facts?.revision === revision : claimed.has(`${id} ${memberId}`);
  if (!facts || !isCurrent) return undefined;
  const own = grants.filter(
    (row) => (row.orderId ?? row.subscriptionId) === id && (facts.seats === null || row.memberId === memberId),
  );
  return new Entitlement(granting(facts), own.map(toGrant), memberId);
}

function granting(facts: OrderFacts | SubscriptionFacts): GrantingPurchase {
  const { organizationId, customerId, seats, id, deliverByEmail } = facts;
  const common = { organizationId, customerId, seats, deliverByEmail };
  if ('graceOver' in facts) {
    const entitles = subscriptionEntitles(facts.status, facts.graceOver);
    return { ...common, subscriptionId: id, orderId: null, purchasedAt: null, entitles };
  }
  const entitles = orderEntitles(facts) && !facts.isWithheld;
  const purchasedAt = facts.purchasedAt === null ? null : new Date(facts.purchasedAt);
  return { ...common, subscriptionId: null, orderId: id, purchasedAt, entitles };
}

function revisionsOf(decisions: readonly Decision[]) {
  return TABLES.flatMap((table) => {
    const own = decisions.filter(({ beneficiary }) => beneficiary.memberId === undefined && tableOf(beneficiary) === table);
    if (own.length === 0) return [];
    const values = [own.map(({ beneficiary }) => idOf(beneficiary)), own.map(({ revision }) => revision + 1)];
    return [{ ...sql.writeRevisions(table), values }];
  });
}
