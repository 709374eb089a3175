import { Migration } from '@mikro-orm/migrations';

/**
 * What a seller reports about a purchase besides product and customer. The columns rewrite no row, and the indexes are partial: at
 * first they contain nothing, and building them only reads the table.
 */
export class Migration20261122_2010_ReportedPurchases extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.subscriptions
        add column recipient_id uuid,
        add column external_id text,
        add column external_source text not null default '',
        add column reported_customer text,
        add column original_terms jsonb,
        add column tax_amount integer not null default 0,
        add column deliver_by_email boolean;
      create unique index subscriptions_by_external_id on entitlements.subscriptions (organization_id, external_id, external_source)
        where external_id is not null;
      create index subscriptions_by_recipient on entitlements.subscriptions (organization_id, recipient_id, started_at, id)
        where recipient_id is not null;

      alter table entitlements.orders
        add column recipient_id uuid,
        add column external_id text,
        add column external_source text not null default '',
        add column reported_customer text,
        add column further_product_ids jsonb not null default '[]',
        add column subscription_id uuid,
        add column billing_reason text not null default 'purchase',
        add column tax_amount integer not null default 0,
        add column deliver_by_email boolean,
        add column purchased_at timestamptz;
      create unique index orders_by_external_id on entitlements.orders (organization_id, external_id, external_source)
        where external_id is not null;
      create index orders_by_recipient on entitlements.orders (organization_id, recipient_id, created_at, id)
        where recipient_id is not null;
      create index orders_by_subscription on entitlements.orders (organization_id, subscription_id, created_at, id)
        where subscription_id is not null;
      create index orders_by_further_product on entitlements.orders using gin (further_product_ids jsonb_path_ops)
        where further_product_ids <> '[]';
    `);
  }
}
