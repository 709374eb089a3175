import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261123_0510_Connectors extends Migration {
  override up(): void {
    this.addSql(`
      create schema connectors;

      create table connectors.connectors (
        id uuid not null,
        organization_id uuid not null,
        provider text not null,
        name text,
        account text,
        is_test boolean not null,
        secret bytea not null,
        created_at timestamp(3) with time zone not null,
        modified_at timestamp(3) with time zone,
        deleted_at timestamp(3) with time zone,
        constraint connectors_pkey primary key (id)
      );
      create index connectors_of_organization on connectors.connectors (organization_id, created_at desc, id desc) where (deleted_at is null);

      create table connectors.events (
        id uuid not null,
        organization_id uuid not null,
        connector_id uuid not null,
        external_id text not null,
        type text not null,
        occurred_at timestamp(3) with time zone not null,
        is_test boolean not null,
        account text,
        body text not null,
        subject_id uuid,
        status text not null,
        problem_code text,
        problem text,
        created_at timestamp(3) with time zone not null,
        modified_at timestamp(3) with time zone,
        constraint events_status_check check ((status = any (array['pending'::text, 'processed'::text, 'ignored'::text, 'waiting'::text, 'failed'::text]))),
        constraint events_pkey primary key (id)
      );
      create index events_by_creation on connectors.events (created_at) where (status = any (array['processed'::text, 'ignored'::text]));
      create unique index events_by_external_id on connectors.events (connector_id, external_id);
      create index events_by_id on connectors.events (connector_id, id);
      create index events_by_status on connectors.events (connector_id, status, created_at desc, id desc);
      create index events_of_connector on connectors.events (connector_id, created_at desc, id desc);
      create index events_of_subject on connectors.events (subject_id) where (status = any (array['pending'::text, 'waiting'::text, 'failed'::text]));

      create table connectors.prices (
        connector_id uuid not null,
        external_id text not null,
        product_id uuid not null,
        created_at timestamp(3) with time zone not null,
        constraint prices_pkey primary key (connector_id, external_id)
      );

      create table connectors.subjects (
        id uuid not null,
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
        status text not null,
        created_at timestamp(3) with time zone not null,
        modified_at timestamp(3) with time zone,
        constraint subjects_status_check check ((status = any (array['pending'::text, 'processed'::text, 'waiting'::text, 'failed'::text]))),
        constraint subjects_pkey primary key (id)
      );
      create index subjects_by_alias on connectors.subjects using gin (aliases);
      create unique index subjects_by_ref on connectors.subjects (connector_id, kind, ref);
      create index subjects_of_customer on connectors.subjects (connector_id, customer_ref) where ((customer_ref is not null) and (status <> 'processed'::text));
      create index subjects_of_subscription on connectors.subjects (connector_id, subscription_ref) where ((subscription_ref is not null) and (status <> 'processed'::text));
    `);
  }
}
