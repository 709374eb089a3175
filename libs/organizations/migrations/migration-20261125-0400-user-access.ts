import { Migration } from '@mikro-orm/migrations';

/** What users who are not blocked may access, for the context that identifies them by their sessions. */
export class Migration20261125_0400_UserAccess extends Migration {
  override up(): void {
    this.addSql(`
      create view organizations.user_access as
        select u.id as user_id, u.email, (
          select jsonb_agg(jsonb_build_object(
            'organizationId', o.id, 'role', m.role, 'blocked', not (o.capabilities ->> 'api_access')::boolean
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
