import { Migration } from '@mikro-orm/migrations';

/** What users who are not blocked may do, for other contexts that identify users. */
export class Migration20261125_0700_UserRoles extends Migration {
  override up(): void {
    this.addSql(`
      create view organizations.user_roles as
        select
          u.id as user_id,
          m.organization_id,
          m.role,
          not (o.capabilities ->> 'api_access')::boolean as is_blocked
        from organizations.users u
        left join organizations.memberships m on m.user_id = u.id
        left join organizations.organizations o on o.id = m.organization_id
        where u.blocked_at is null;
    `);
  }
}
