import { Migration } from '@mikro-orm/migrations';

/**
 * Nothing that an event changes is in an index of balances: an update stays in its page (which has room for it) and touches no
 * index. The orders by which customer meters are listed are kept beside, in standings, and brought up to date by and by; a
 * balance that has changed since is not ranked, and lists read it itself.
 */
export class Migration20261121_0930_Standings extends Migration {
  override up(): void {
    this.addSql(`
      create table metering.standings (
        customer_meter_id uuid primary key,
        meter_id uuid not null,
        subject_id uuid not null,
        modified_at timestamptz,
        consumed_units numeric not null,
        balance numeric not null
      );
      insert into metering.standings (customer_meter_id, meter_id, subject_id, modified_at, consumed_units, balance)
        select customer_meter_id, meter_id, subject_id, modified_at, consumed_units, balance
        from metering.balances where customer_meter_id is not null;
      create index standings_by_modification on metering.standings (meter_id, modified_at, customer_meter_id);
      create index standings_by_consumption on metering.standings (meter_id, consumed_units, customer_meter_id);
      create index standings_by_balance on metering.standings (meter_id, balance, customer_meter_id);

      drop index metering.balances_by_modification;
      alter table metering.balances drop column consumed_units, drop column balance;
      alter table metering.balances add column is_ranked boolean not null default true;
      alter table metering.balances alter column is_ranked set default false;
      update metering.balances set is_ranked = false where customer_meter_id is null;
      alter table metering.balances set (fillfactor = 50);
      create index balances_to_rank on metering.balances (meter_id, customer_meter_id)
        where not is_ranked and customer_meter_id is not null;
      analyze metering.standings;
    `);
  }
}
