import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  asAlreadyProcessed,
  asBulkWork,
  claimProcessingEvent,
  insertProcessed,
  isBulkWork,
  type ProcessingEvent,
} from '#engine/outbox';
import { asCaller, GroupedTransactions, type SharedCall } from '#engine/persistence';
import {
  Balances,
  type BenefitUnits,
  type ChangeByHand,
  type CreditingGrant,
  type Cycle,
  type EndedCredits,
  type MovedCredits,
} from '../../domain/balances.ts';
import { hasTerms, termsOf } from '../../domain/separate-credit.ts';
import { Decimal } from '../../domain/decimal.ts';
import { CustomerMeterCycled } from '../../domain/customer-meter.events.ts';
import type { WhichCustomerMeter } from '../../domain/reservable-meters.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import { addCredit, ensureBalance, lockBalances } from './balance-row.ts';
import { CountingTransaction } from './counting-transaction.ts';
import { changeByHand, open } from './customer-meter-changes.ts';
import { CREDITING_GRANT, storedUnits } from './sql/crediting-grants.ts';
import { creditGrants, type GrantToCredit } from './grant-credits.ts';
import { moveCredits } from './move-credits.ts';
import { expireCreditsOf } from './stored-credits.ts';
import { Transaction } from './transaction.ts';
import { startBillingWindow } from './billing-windows.ts';

/** Grants of an organization that are credited in one transaction. */
const LIMITS = { maxSize: 200 };

/** Customer meters whose credits are ended before others are looked for. */
const BATCH = 100;

/** The names of the steps of requests with an idempotency key. */
const STEPS = { credit: 'Gift', debit: 'Debit', revoke: 'Revocation', reset: 'Reset' } as const;

const endedCredits = (at: Date, organizationId?: string) => sql<EndedCredits>`
  select organization_id as "organizationId", subject_id as "subjectId" from metering.customer_meters
  where credits_end_at <= ${at.toISOString()} and ${organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`}
  order by credits_end_at, id limit ${BATCH}`;

interface CreditCall extends GrantToCredit, SharedCall {
  /** The event whose processing caused it, if any. */
  readonly cause: ProcessingEvent | undefined;
  readonly isBulk: boolean;
  resolve(): void;
}

interface CreditingGrantRow {
  readonly id: string;
  readonly benefit_id: string;
  readonly units: number;
  readonly rollover: boolean;
  readonly meter_id: string;
}

@Injectable()
export class SqlBalances extends Balances {
  private readonly credits = new GroupedTransactions<CreditCall>((calls) => this.creditAll(calls), LIMITS);

  constructor(private readonly em: EntityManager) {
    super();
  }

  /** Each takes the lock of the organization: those that wait for it share it. */
  syncCredits(grant: CreditingGrant, customer: KnownCustomer, now: Date): Promise<void> {
    return new Promise((resolve, reject) => {
      const cause = claimProcessingEvent();
      const fail = (error: unknown): void => reject(asAlreadyProcessed(error, cause));
      this.credits.add(customer.organizationId, {
        grant,
        customer,
        now,
        within: asCaller(),
        cause,
        isBulk: isBulkWork(),
        resolve,
        reject: fail,
      });
    });
  }

  private async creditAll(calls: readonly CreditCall[]): Promise<() => void> {
    const isBulk = calls.every((each) => each.isBulk);
    const causes = calls.flatMap(({ cause }) => cause ?? []);
    await asBulkWork(isBulk, () =>
      CountingTransaction.run(
        this.em,
        [],
        (transaction) => creditGrants(transaction, calls),
        () => (causes.length > 0 ? [insertProcessed(causes)] : []),
      ),
    );
    return () => calls.forEach(({ resolve }) => resolve());
  }

  async holderOf(grantId: string): Promise<string | undefined> {
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from metering.crediting_grants where id = ${grantId}`.execute(this.em.getKysely<object>());
    return rows[0]?.customer_id;
  }

  moveCredits(moved: MovedCredits, now: Date): Promise<boolean> {
    return Transaction.run(this.em, (transaction) => moveCredits(transaction, moved, now));
  }

  async creditingBenefits(subscriptionId: string): Promise<string[]> {
    const { rows } = await sql<{ benefit_id: string }>`select distinct benefit_id from metering.crediting_grants
      where subscription_id = ${subscriptionId} and is_granted`.execute(this.em.getKysely<object>());
    return rows.map(({ benefit_id }) => benefit_id);
  }

  cycle(customer: KnownCustomer, cycle: Cycle, now: Date): Promise<void> {
    const { subscriptionId, meterIds, credits, cutoff } = cycle;
    return Transaction.run(this.em, async (transaction) => {
      const owner = await lockBalances(transaction, customer, now);
      const grants = await transaction.rows<CreditingGrantRow>(sql`
        select ${CREDITING_GRANT} from metering.crediting_grants where subscription_id = ${subscriptionId} and is_granted order by id`);
      const credited = [...credits.values()].map(({ meterId }) => meterId);
      const meters = new Set([...meterIds, ...credited, ...grants.map(({ meter_id }) => meter_id)]);
      const restarted = new Map<string, string>();
      for (const meterId of [...meters].sort()) {
        const customerMeterId = await ensureBalance(transaction, owner, meterId, now);
        if (await startBillingWindow(transaction, owner, meterId, cycle, now)) restarted.set(meterId, customerMeterId);
      }
      for (const { id, benefit_id, meter_id, units, rollover } of grants) {
        if (!restarted.has(meter_id)) continue;
        // The benefit may be pointed to another meter meanwhile.
        const current: BenefitUnits = credits.get(benefit_id) ?? { meterId: meter_id, units, rollover };
        await addCredit(transaction, owner, { ...current, grantId: id }, { at: cutoff, now, consumed: Decimal.ZERO });
        await transaction.rows(sql`
          update metering.crediting_grants set (units, large_units) = (select ${storedUnits(sql`${current.units}::float8`)}),
            rollover = ${current.rollover}, meter_id = ${current.meterId}, is_separate = ${hasTerms(termsOf(current, cutoff))} where id = ${id}`);
      }
      for (const [meterId, customerMeterId] of restarted) {
        const payload = { customer_id: customer.id, meter_id: meterId, window_start: cutoff.toISOString() };
        transaction.record(new CustomerMeterCycled(customer.organizationId, customerMeterId, now, payload));
      }
    });
  }

  open(customer: KnownCustomer, meterId: string, now: Date): Promise<string> {
    return Transaction.run(this.em, (transaction) => open(transaction, customer, meterId, now));
  }

  changeByHand(which: WhichCustomerMeter, change: ChangeByHand, now: Date): Promise<void> {
    return Transaction.runStep(this.em, STEPS[change.kind], (transaction) => changeByHand(transaction, which, change, now));
  }

  async someWithEndedCredits(at: Date, organizationId?: string): Promise<readonly EndedCredits[]> {
    return (await endedCredits(at, organizationId).execute(this.em.getKysely<object>())).rows;
  }

  endCredits({ organizationId, subjectId }: EndedCredits, now: Date): Promise<void> {
    return Transaction.run(this.em, async (transaction) => {
      await transaction.lockOrganization(organizationId, 'exclusive');
      await expireCreditsOf(transaction, [subjectId], now);
    });
  }
}
