import { Migration } from '@mikro-orm/migrations';

/** Organizations that are sandboxes of others, and the mails that were caught there instead of being sent. */
export class Migration20261206_0701_Sandboxes extends Migration {
  override up(): void {
    this.addSql('alter table organizations.organizations add column sandbox_of uuid;');
    this.addSql(`
      create view organizations.sandboxes as
        select id as organization_id from organizations.organizations where sandbox_of is not null;
    `);
    this.addSql(`
      create or replace view organizations.user_access as
        select u.id as user_id, u.email, (
          select jsonb_agg(jsonb_build_object(
            'organizationId', o.id, 'role', m.role, 'blocked', not (o.capabilities ->> 'api_access')::boolean,
            'ssoEnforced', o.sso_enforced, 'credentialsEndedAt', m.credentials_ended_at,
            'isSandbox', o.sandbox_of is not null
          ) order by o.created_at, o.id)
          from organizations.memberships m
          join organizations.organizations o on o.id = m.organization_id
          where m.user_id = u.id
        ) as memberships
        from organizations.users u
        where u.blocked_at is null;
    `);
    this.addSql(`
      create table organizations.caught_mails (
        organization_id uuid not null,
        id uuid not null,
        created_at timestamptz(3) not null,
        encrypted_mail bytea not null,
        constraint caught_mails_pkey primary key (organization_id, id)
      );
      create index caught_mails_by_age on organizations.caught_mails (organization_id, created_at desc, id);
    `);
  }
}
