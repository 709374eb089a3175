import { Migration } from '@mikro-orm/migrations';

export class Migration20261126_1814_UndeliveredPurchases extends Migration {
  override up(): void {
    this.addSql(`
      create table connectors.undelivered_purchases (
        id uuid primary key,
        organization_id uuid not null,
        connector_id uuid,
        external_source text not null,
        source_kind text not null check (source_kind in ('subject', 'event', 'order', 'subscription')),
        source_id uuid not null,
        line text not null,
        reason text not null,
        problem text not null,
        external_id text not null,
        external_price_id text,
        deliver_as text,
        value text,
        customer_id uuid,
        email text,
        name text,
        quantity bigint,
        amount bigint,
        tax_amount bigint,
        currency text,
        occurred_at timestamptz(3) not null,
        resolution text check (resolution in ('dismissed', 'delivered')),
        resolution_reason text,
        resolved_at timestamptz(3),
        order_id uuid,
        reported_at timestamptz(3),
        created_at timestamptz(3) not null,
        modified_at timestamptz(3)
      );
      create unique index undelivered_purchases_by_source
        on connectors.undelivered_purchases (organization_id, source_kind, source_id, line);
      create index undelivered_purchases_open on connectors.undelivered_purchases (organization_id, created_at desc, id desc)
        where resolved_at is null;
      create index undelivered_purchases_open_of_connector
        on connectors.undelivered_purchases (organization_id, connector_id, created_at desc, id desc) where resolved_at is null;
      create index undelivered_purchases_open_by_reason
        on connectors.undelivered_purchases (organization_id, reason, created_at desc, id desc) where resolved_at is null;
      create index undelivered_purchases_to_report on connectors.undelivered_purchases (organization_id)
        where resolved_at is null and reported_at is null;

      create table connectors.undelivered_reports (
        organization_id uuid primary key,
        reported_at timestamptz(3) not null
      );
    `);
  }
}
