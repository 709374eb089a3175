import { Migration } from '@mikro-orm/migrations';

/** What was told of an external id is found by it, though the customer that had it was deleted. */
export class Migration20261121_1140_FormerKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table metering.subjects add column former_key uuid;
      create index subjects_by_former_key on metering.subjects (organization_id, former_key) where former_key is not null;
      update metering.subjects as s set former_key = told.key from (
        select distinct on (own.id) own.id, left(encode(sha256(convert_to(e.external_customer_id, 'UTF8')), 'hex'), 32)::uuid as key
        from metering.subjects own
        join metering.subjects part on part.organization_id = own.organization_id and part.customer_id = own.customer_id
        join metering.events e on e.subject_id = part.id and e.external_customer_id is not null
        where own.customer_id is not null and own.merged_into is null and own.external_key is null
      ) as told where s.id = told.id;
    `);
  }
}
