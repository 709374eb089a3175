import { Migration } from '@mikro-orm/migrations';

/** Refunds, disputes and void orders. Rewrites no row. */
export class Migration20261122_2120_Refunds extends Migration {
  override up(): void {
    this.addSql(`
      alter table entitlements.orders
        add column status_before_void text,
        add column refunded_amount integer not null default 0,
        add column refunded_tax_amount integer not null default 0,
        add column benefits_revoked_at timestamptz;

      create table entitlements.refunds (
        id uuid primary key,
        organization_id uuid not null,
        order_id uuid not null references entitlements.orders,
        subscription_id uuid,
        customer_id uuid not null,
        amount integer not null,
        tax_amount integer not null,
        currency text not null,
        reason text not null,
        comment text,
        metadata jsonb not null,
        revoke_benefits boolean not null,
        created_at timestamptz not null
      );
      create index refunds_by_organization on entitlements.refunds (organization_id, created_at, id);
      create index refunds_by_amount on entitlements.refunds (organization_id, amount, id);
      create index refunds_by_order on entitlements.refunds (order_id);
      create index refunds_by_customer on entitlements.refunds (organization_id, customer_id, created_at, id);
      create index refunds_by_subscription on entitlements.refunds (organization_id, subscription_id, created_at, id)
        where subscription_id is not null;

      create table entitlements.disputes (
        id uuid primary key,
        organization_id uuid not null,
        order_id uuid not null references entitlements.orders,
        customer_id uuid not null,
        status text not null,
        amount integer not null,
        tax_amount integer not null,
        currency text not null,
        reason text,
        evidence_due_by timestamptz,
        payment_id text not null,
        revoke_benefits boolean not null,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create index disputes_by_organization on entitlements.disputes (organization_id, created_at, id);
      create index disputes_by_amount on entitlements.disputes (organization_id, amount, id);
      create index disputes_by_order on entitlements.disputes (order_id);
      create unique index disputes_open on entitlements.disputes (order_id)
        where status in ('early_warning', 'needs_response', 'under_review');
    `);
  }
}
