import { Migration } from '@mikro-orm/migrations';

/**
 * A member that was merged points to the one that took its place. So far only individual customers were merged: their owners were
 * replaced by those of their targets. The indexes are built over the few rows that were merged.
 */
export class Migration20261122_2320_MergedMembers extends Migration {
  override up(): void {
    this.addSql(`
      alter table customer_portal.members add column merged_into uuid;
      with recursive mergers (source, target) as (
        select id, merged_into from customer_portal.customers where merged_into is not null
        union all
        select m.source, c.merged_into from mergers m join customer_portal.customers c on c.id = m.target
        where c.merged_into is not null
      )
      update customer_portal.members m set merged_into = owner.id
      from mergers
      join customer_portal.customers target on target.id = mergers.target and target.merged_into is null
      join customer_portal.members owner on owner.organization_id = target.organization_id and owner.customer_id = target.id
        and owner.role = 'owner' and owner.deleted_at is null
      where m.customer_id = mergers.source and m.deleted_at is not null;
      create index members_merged on customer_portal.members (merged_into) where merged_into is not null;
      create index customers_merged_into on customer_portal.customers (merged_into) where merged_into is not null;
    `);
  }
}
