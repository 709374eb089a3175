import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Balances, type CreditingGrant, type Cycle, type Gift, type Units } from '../../domain/balances.ts';
import { CustomerMeterCredited, CustomerMeterCycled } from '../../domain/customer-meter.events.ts';
import type { WhichCustomerMeter } from '../../domain/reservable-meters.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import { addCredit, ensureBalance, lockBalances } from './balance-row.ts';
import { give, reset } from './customer-meter-changes.ts';
import { Transaction } from './transaction.ts';
import { startBillingWindow } from './billing-windows.ts';

interface CreditingGrantRow {
  readonly is_granted: boolean;
  readonly state_revision: number;
  readonly units: number;
  readonly rollover: boolean;
  readonly meter_id: string;
}

@Injectable()
export class SqlBalances extends Balances {
  constructor(private readonly em: EntityManager) {
    super();
  }

  syncCredits(grant: CreditingGrant, customer: KnownCustomer, now: Date): Promise<void> {
    return Transaction.run(this.em, async (transaction) => {
      const owner = await lockBalances(transaction, customer, now);
      const [before] = await transaction.rows<CreditingGrantRow>(
        sql`select * from metering.crediting_grants where id = ${grant.id}`,
      );
      if (before && before.state_revision >= grant.stateRevision) return;
      const wasGranted = before?.is_granted ?? false;
      if (grant.isGranted !== wasGranted) {
        const credited = grant.isGranted ? grant : reversed(before!);
        const { meterId, units, rollover } = credited;
        const customerMeterId = await ensureBalance(transaction, owner, meterId, now);
        await addCredit(transaction, owner, credited, now, now);
        const payload = { customer_id: customer.id, meter_id: meterId, units, rollover };
        transaction.record(new CustomerMeterCredited(customer.organizationId, customerMeterId, now, payload));
      }
      await transaction.rows(sql`
        insert into metering.crediting_grants
          (id, organization_id, customer_id, subscription_id, benefit_id, meter_id, units, rollover, is_granted, state_revision)
        values (${grant.id}, ${customer.organizationId}, ${customer.id}, ${grant.subscriptionId}, ${grant.benefitId}, ${grant.meterId},
          ${grant.units}, ${grant.rollover}, ${grant.isGranted}, ${grant.stateRevision})
        on conflict (id) do update set meter_id = excluded.meter_id, units = excluded.units, rollover = excluded.rollover,
          is_granted = excluded.is_granted, state_revision = excluded.state_revision`);
    });
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
      const grants = await transaction.rows<CreditingGrantRow & { id: string; benefit_id: string }>(sql`
        select * from metering.crediting_grants where subscription_id = ${subscriptionId} and is_granted order by id`);
      const meters = new Set([...meterIds, ...grants.map(({ meter_id }) => meter_id)]);
      const restarted = new Map<string, string>();
      for (const meterId of [...meters].sort()) {
        const customerMeterId = await ensureBalance(transaction, owner, meterId, now);
        if (await startBillingWindow(transaction, owner, meterId, cycle, now)) restarted.set(meterId, customerMeterId);
      }
      for (const { id, benefit_id, meter_id, units, rollover } of grants) {
        if (!restarted.has(meter_id)) continue;
        const current = credits.get(benefit_id);
        const credited = current?.meterId === meter_id ? current : { meterId: meter_id, units, rollover };
        await addCredit(transaction, owner, credited, cutoff, now);
        await transaction.rows(
          sql`update metering.crediting_grants set units = ${credited.units}, rollover = ${credited.rollover} where id = ${id}`,
        );
      }
      for (const [meterId, customerMeterId] of restarted) {
        const payload = { customer_id: customer.id, meter_id: meterId, window_start: cutoff.toISOString() };
        transaction.record(new CustomerMeterCycled(customer.organizationId, customerMeterId, now, payload));
      }
    });
  }

  give(which: WhichCustomerMeter, gift: Gift, now: Date): Promise<void> {
    return Transaction.runStep(this.em, 'Gift', (transaction) => give(transaction, which, gift, now));
  }

  reset(which: WhichCustomerMeter, reason: string, now: Date): Promise<void> {
    return Transaction.runStep(this.em, 'Reset', (transaction) => reset(transaction, which, reason, now));
  }
}

const reversed = ({ meter_id, units, rollover }: CreditingGrantRow): Units => ({ meterId: meter_id, units: -units, rollover });
