import { Migration } from '@mikro-orm/migrations';

/** On whose quota organizations are. Those that exist have no creator, so each goes on to count by itself. */
export class Migration20261126_1711_OrganizationQuotas extends Migration {
  override up(): void {
    this.addSql(`
      alter table organizations.organizations add column creator_id uuid;
      alter table organizations.users add column quota_user_id uuid, add column trusted_at timestamptz(3);
      create view organizations.user_quotas as
        select u.id as user_id, u.trusted_at is not null as is_trusted, case
          when u.trusted_at is null and invited_on.trusted_at is null then coalesce(invited_on.id, u.id)
          else u.id
        end as quota_user_id
        from organizations.users u
        left join organizations.users invited_on on invited_on.id = u.quota_user_id;
    `);
  }
}
