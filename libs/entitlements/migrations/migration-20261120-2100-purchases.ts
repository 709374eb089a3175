import { Migration } from '@mikro-orm/migrations';

/**
 * `entitlement_revision` counts the decisions about a purchase's grants; it is no part of the purchase and moves without it.
 * A grant's columns of who and what through which purchase are unique together, nulls included.
 */
export class Migration20261120_2100_Purchases extends Migration {
  override up(): void {
    this.addSql(`
      create schema entitlements;

      create table entitlements.subscriptions (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null,
        product_id uuid not null,
        price_ids jsonb not null,
        currency text not null,
        amount integer not null,
        seats integer,
        metadata jsonb not null,
        recurring_interval text not null,
        recurring_interval_count integer not null,
        anchor_day integer not null,
        started_at timestamptz not null,
        trial_start timestamptz,
        trial_end timestamptz,
        status text not null,
        current_period_start timestamptz not null,
        current_period_end timestamptz not null,
        cancel_at_period_end boolean not null,
        canceled_at timestamptz,
        ends_at timestamptz,
        ended_at timestamptz,
        past_due_at timestamptz,
        grace_ends_at timestamptz,
        grace_over boolean not null,
        customer_cancellation_reason text,
        customer_cancellation_comment text,
        created_at timestamptz not null,
        modified_at timestamptz,
        entitlement_revision integer not null default 0
      );
      create index subscriptions_by_start on entitlements.subscriptions (organization_id, started_at, id);
      create index subscriptions_by_customer on entitlements.subscriptions (organization_id, customer_id, started_at, id);
      create index subscriptions_by_product on entitlements.subscriptions (organization_id, product_id, id);
      create index subscriptions_by_status on entitlements.subscriptions (organization_id, status, started_at, id);
      create index subscriptions_by_period_end on entitlements.subscriptions (organization_id, current_period_end, id);
      create index subscriptions_by_end on entitlements.subscriptions (organization_id, ended_at, id);
      create index subscriptions_by_planned_end on entitlements.subscriptions (organization_id, ends_at, id);
      create index subscriptions_by_amount on entitlements.subscriptions (organization_id, amount, id);
      create index subscriptions_due on entitlements.subscriptions (current_period_end) where status <> 'canceled';
      create index subscriptions_in_grace on entitlements.subscriptions (grace_ends_at)
        where status = 'past_due' and not grace_over;

      create table entitlements.orders (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null,
        product_id uuid not null,
        description text not null,
        items jsonb not null,
        currency text not null,
        amount integer not null,
        seats integer,
        metadata jsonb not null,
        status text not null,
        billing_name text,
        billing_address jsonb,
        created_at timestamptz not null,
        modified_at timestamptz,
        entitlement_revision integer not null default 0
      );
      create index orders_by_age on entitlements.orders (organization_id, created_at, id);
      create index orders_by_customer on entitlements.orders (organization_id, customer_id, created_at, id);
      create index orders_by_product on entitlements.orders (organization_id, product_id, id);
      create index orders_by_status on entitlements.orders (organization_id, status, created_at, id);
      create index orders_by_amount on entitlements.orders (organization_id, amount, id);

      create table entitlements.benefit_grants (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null,
        member_id uuid,
        subscription_id uuid,
        order_id uuid,
        benefit_id uuid not null,
        properties jsonb not null,
        granted_at timestamptz,
        revoked_at timestamptz,
        revision integer not null,
        state_revision integer not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        check (num_nonnulls(subscription_id, order_id) = 1),
        unique nulls not distinct (organization_id, customer_id, benefit_id, member_id, subscription_id, order_id)
      );
      create index benefit_grants_by_age on entitlements.benefit_grants (organization_id, created_at, id);
      create index benefit_grants_by_grant on entitlements.benefit_grants (organization_id, granted_at, id);
      create index benefit_grants_by_revocation on entitlements.benefit_grants (organization_id, revoked_at, id);
      create index benefit_grants_by_customer on entitlements.benefit_grants (organization_id, customer_id, created_at, id);
      create index benefit_grants_by_benefit on entitlements.benefit_grants (organization_id, benefit_id, created_at, id);
      create index benefit_grants_granted_of_benefit on entitlements.benefit_grants (organization_id, benefit_id, id)
        where granted_at is not null;
      create index benefit_grants_granted_of_customer on entitlements.benefit_grants (organization_id, customer_id, id)
        where granted_at is not null;
      create index benefit_grants_by_subscription on entitlements.benefit_grants (organization_id, subscription_id);
      create index benefit_grants_by_order on entitlements.benefit_grants (organization_id, order_id);
    `);
  }
}
