import { Migration } from '@mikro-orm/migrations';

/** When users signed in for the sessions in which tokens were made, and until when owners ended the credentials of members. */
export class Migration20261129_0900_EndedCredentials extends Migration {
  override up(): void {
    this.addSql('alter table organizations.access_tokens add column authorized_at timestamptz(3);');
    this.addSql('alter table organizations.memberships add column credentials_ended_at timestamptz(3);');
    this.addSql(`
      create or replace view organizations.user_access as
        select u.id as user_id, u.email, (
          select jsonb_agg(jsonb_build_object(
            'organizationId', o.id, 'role', m.role, 'blocked', not (o.capabilities ->> 'api_access')::boolean,
            'ssoEnforced', o.sso_enforced, 'credentialsEndedAt', m.credentials_ended_at
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
