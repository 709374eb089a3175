import { Migration } from '@mikro-orm/migrations';

/** Which memberships need single sign-on, and in the session of which provider a personal access token was made. */
export class Migration20261126_1400_SingleSignOnOfMembers extends Migration {
  override up(): void {
    this.addSql('alter table organizations.access_tokens add column provider_organization_id uuid;');
    this.addSql(`
      create or replace view organizations.user_access as
        select u.id as user_id, u.email, (
          select jsonb_agg(jsonb_build_object(
            'organizationId', o.id, 'role', m.role, 'blocked', not (o.capabilities ->> 'api_access')::boolean,
            'ssoEnforced', o.sso_enforced
          ) order by o.created_at, o.id)
          from organizations.memberships m
          join organizations.organizations o on o.id = m.organization_id
          where m.user_id = u.id
        ) as memberships
        from organizations.users u
        where u.blocked_at is null;
    `);
  }
}
