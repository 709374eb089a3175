import { Migration } from '@mikro-orm/migrations';

export class Migration20261123_0510_Connectors extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists connectors;

      create table connectors.connectors (
        id uuid primary key,
        organization_id uuid not null,
        provider text not null,
        name text,
        account text,
        is_test boolean not null,
        secret bytea not null,
        created_at timestamptz(3) not null,
        modified_at timestamptz(3),
        deleted_at timestamptz(3)
      );
      create index connectors_of_organization on connectors.connectors (organization_id, created_at desc, id desc)
        where deleted_at is null;

      create table connectors.prices (
        connector_id uuid not null,
        external_id text not null,
        product_id uuid not null,
        created_at timestamptz(3) not null,
        primary key (connector_id, external_id)
      );

      create table connectors.events (
        id uuid primary key,
        organization_id uuid not null,
        connector_id uuid not null,
        external_id text not null,
        type text not null,
        occurred_at timestamptz(3) not null,
        is_test boolean not null,
        account text,
        body text not null,
        subject_id uuid,
        status text not null check (status in ('pending', 'processed', 'ignored', 'waiting', 'failed')),
        problem_code text,
        problem text,
        created_at timestamptz(3) not null,
        modified_at timestamptz(3)
      );
      create unique index events_by_external_id on connectors.events (connector_id, external_id);
      create index events_of_connector on connectors.events (connector_id, created_at desc, id desc);
      create index events_by_status on connectors.events (connector_id, status, created_at desc, id desc);
      create index events_by_id on connectors.events (connector_id, id);
      create index events_of_subject on connectors.events (subject_id) where status in ('pending', 'waiting', 'failed');
      create index events_by_creation on connectors.events (created_at) where status in ('processed', 'ignored');

      create table connectors.subjects (
        id uuid primary key,
        organization_id uuid not null,
        connector_id uuid not null,
        kind text not null,
        ref text not null,
        customer_ref text,
        subscription_ref text,
        aliases text[] not null,
        knowledge jsonb not null,
        revision bigint not null,
        result_id uuid,
        status text not null check (status in ('pending', 'processed', 'waiting', 'failed')),
        created_at timestamptz(3) not null,
        modified_at timestamptz(3)
      );
      create unique index subjects_by_ref on connectors.subjects (connector_id, kind, ref);
      create index subjects_of_customer on connectors.subjects (connector_id, customer_ref)
        where customer_ref is not null and status <> 'processed';
      create index subjects_of_subscription on connectors.subjects (connector_id, subscription_ref)
        where subscription_ref is not null and status <> 'processed';
      create index subjects_by_alias on connectors.subjects using gin (aliases);
    `);
  }
}
