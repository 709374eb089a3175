import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261123_1510_InvoiceRequests extends Migration {
  override up(): void {
    this.addSql(`
      create schema entitlements;

      create table entitlements.subscriptions (
        id uuid not null,
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
        entitlement_revision integer default 0 not null,
        seats_revision integer default 0 not null,
        meter_interval text,
        meter_interval_count integer,
        current_meter_period_start timestamptz,
        current_meter_period_end timestamptz,
        dunning_ends_at timestamptz,
        pause_at_period_end boolean default false not null,
        paused_at timestamptz,
        resumes_at timestamptz,
        pending_update jsonb,
        product_changed_at timestamptz,
        recipient_id uuid,
        external_id text,
        external_source text default ''::text not null,
        reported_customer text,
        original_terms jsonb,
        tax_amount integer default 0 not null,
        deliver_by_email boolean,
        seats_proration text default 'prorate'::text not null,
        provider_revision bigint,
        renewal_due_at timestamp(3) with time zone,
        grace_days integer,
        constraint subscriptions_pkey primary key (id)
      );
      create index subscriptions_active on entitlements.subscriptions (organization_id, customer_id) where (status = any (array['active'::text, 'trialing'::text]));
      create index subscriptions_by_amount on entitlements.subscriptions (organization_id, amount, id);
      create index subscriptions_by_customer on entitlements.subscriptions (organization_id, customer_id, started_at, id);
      create index subscriptions_by_end on entitlements.subscriptions (organization_id, ended_at, id);
      create unique index subscriptions_by_external_id on entitlements.subscriptions (organization_id, external_id, external_source) where (external_id is not null);
      create index subscriptions_by_period_end on entitlements.subscriptions (organization_id, current_period_end, id);
      create index subscriptions_by_planned_end on entitlements.subscriptions (organization_id, ends_at, id);
      create index subscriptions_by_product on entitlements.subscriptions (organization_id, product_id, id);
      create index subscriptions_by_recipient on entitlements.subscriptions (organization_id, recipient_id, started_at, id) where (recipient_id is not null);
      create index subscriptions_by_start on entitlements.subscriptions (organization_id, started_at, id);
      create index subscriptions_by_status on entitlements.subscriptions (organization_id, status, started_at, id);
      create index subscriptions_due on entitlements.subscriptions (current_period_end) where (status <> all (array['canceled'::text, 'paused'::text]));
      create index subscriptions_in_dunning on entitlements.subscriptions (dunning_ends_at) where (status = 'past_due'::text);
      create index subscriptions_in_grace on entitlements.subscriptions (grace_ends_at) where ((status = 'past_due'::text) and (not grace_over));
      create index subscriptions_meters_due on entitlements.subscriptions (current_meter_period_end) where ((current_meter_period_end is not null) and (status <> all (array['canceled'::text, 'paused'::text])));
      create index subscriptions_paused on entitlements.subscriptions (resumes_at) where ((status = 'paused'::text) and (resumes_at is not null));
      create index subscriptions_to_be_renewed on entitlements.subscriptions (renewal_due_at) where ((renewal_due_at is not null) and (status = any (array['active'::text, 'trialing'::text])));

      create table entitlements.benefit_grants (
        id uuid not null,
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
        key_status text,
        key_status_revision integer default 0 not null,
        key_status_event_id bigint default 0 not null,
        revoked_event_id bigint default 0 not null,
        expiry_revision integer default 0 not null,
        transfer_event_id bigint default 0 not null,
        constraint benefit_grants_check check ((num_nonnulls(subscription_id, order_id) = 1)),
        constraint benefit_grants_organization_id_customer_id_benefit_id_membe_key unique nulls not distinct (organization_id, customer_id, benefit_id, member_id, subscription_id, order_id),
        constraint benefit_grants_pkey primary key (id)
      );
      create index benefit_grants_by_age on entitlements.benefit_grants (organization_id, created_at, id);
      create index benefit_grants_by_benefit on entitlements.benefit_grants (organization_id, benefit_id, created_at, id);
      create index benefit_grants_by_customer on entitlements.benefit_grants (organization_id, customer_id, created_at, id);
      create index benefit_grants_by_grant on entitlements.benefit_grants (organization_id, granted_at, id);
      create index benefit_grants_by_order on entitlements.benefit_grants (organization_id, order_id, member_id);
      create index benefit_grants_by_revocation on entitlements.benefit_grants (organization_id, revoked_at, id);
      create index benefit_grants_by_subscription on entitlements.benefit_grants (organization_id, subscription_id, member_id);
      create index benefit_grants_granted_of_benefit on entitlements.benefit_grants (organization_id, benefit_id, id) where (granted_at is not null);
      create index benefit_grants_granted_of_customer on entitlements.benefit_grants (organization_id, customer_id, id) where (granted_at is not null);

      create table entitlements.orders (
        id uuid not null,
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
        entitlement_revision integer default 0 not null,
        recipient_id uuid,
        external_id text,
        external_source text default ''::text not null,
        reported_customer text,
        further_product_ids jsonb default '[]'::jsonb not null,
        subscription_id uuid,
        billing_reason text default 'purchase'::text not null,
        tax_amount integer default 0 not null,
        deliver_by_email boolean,
        purchased_at timestamptz,
        status_before_void text,
        refunded_amount integer default 0 not null,
        refunded_tax_amount integer default 0 not null,
        benefits_revoked_at timestamptz,
        invoice jsonb,
        receipt jsonb,
        invoice_requested_at timestamptz,
        constraint orders_pkey primary key (id)
      );
      create index orders_by_age on entitlements.orders (organization_id, created_at, id);
      create index orders_by_amount on entitlements.orders (organization_id, amount, id);
      create index orders_by_customer on entitlements.orders (organization_id, customer_id, created_at, id);
      create unique index orders_by_external_id on entitlements.orders (organization_id, external_id, external_source) where (external_id is not null);
      create index orders_by_further_product on entitlements.orders using gin (further_product_ids jsonb_path_ops) where (further_product_ids <> '[]'::jsonb);
      create index orders_by_product on entitlements.orders (organization_id, product_id, id);
      create index orders_by_recipient on entitlements.orders (organization_id, recipient_id, created_at, id) where (recipient_id is not null);
      create index orders_by_status on entitlements.orders (organization_id, status, created_at, id);
      create index orders_by_subscription on entitlements.orders (organization_id, subscription_id, created_at, id) where (subscription_id is not null);

      create table entitlements.disputes (
        id uuid not null,
        organization_id uuid not null,
        order_id uuid not null,
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
        modified_at timestamptz,
        constraint disputes_pkey primary key (id),
        constraint disputes_order_id_fkey foreign key (order_id) references entitlements.orders(id)
      );
      create index disputes_by_amount on entitlements.disputes (organization_id, amount, id);
      create index disputes_by_customer on entitlements.disputes (organization_id, customer_id, created_at, id);
      create index disputes_by_order on entitlements.disputes (order_id);
      create index disputes_by_organization on entitlements.disputes (organization_id, created_at, id);
      create unique index disputes_open on entitlements.disputes (order_id) where (status = any (array['early_warning'::text, 'needs_response'::text, 'under_review'::text]));

      create table entitlements.refunds (
        id uuid not null,
        organization_id uuid not null,
        order_id uuid not null,
        subscription_id uuid,
        customer_id uuid not null,
        amount integer not null,
        tax_amount integer not null,
        currency text not null,
        reason text not null,
        comment text,
        metadata jsonb not null,
        revoke_benefits boolean not null,
        created_at timestamptz not null,
        constraint refunds_pkey primary key (id),
        constraint refunds_order_id_fkey foreign key (order_id) references entitlements.orders(id)
      );
      create index refunds_by_amount on entitlements.refunds (organization_id, amount, id);
      create index refunds_by_customer on entitlements.refunds (organization_id, customer_id, created_at, id);
      create index refunds_by_order on entitlements.refunds (order_id);
      create index refunds_by_organization on entitlements.refunds (organization_id, created_at, id);
      create index refunds_by_subscription on entitlements.refunds (organization_id, subscription_id, created_at, id) where (subscription_id is not null);

      create table entitlements.seat_holders (
        organization_id uuid not null,
        purchase_id uuid not null,
        member_id uuid not null,
        revision integer not null,
        constraint seat_holders_pkey primary key (organization_id, purchase_id, member_id)
      );

      create table entitlements.trial_traits (
        organization_id uuid not null,
        product_id uuid not null,
        digest bytea not null,
        subscription_id uuid not null,
        created_at timestamptz not null,
        constraint trial_traits_pkey primary key (organization_id, product_id, digest)
      );
      create index trial_traits_by_subscription on entitlements.trial_traits (subscription_id);

      create view entitlements.active_subscriptions as
       select subscriptions.organization_id,
          subscriptions.customer_id
         from entitlements.subscriptions
        where (subscriptions.status = any (array['active'::text, 'trialing'::text]));
    `);
  }
}
