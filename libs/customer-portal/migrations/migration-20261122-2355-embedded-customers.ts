import { Migration } from '@mikro-orm/migrations';

const time = (column: string): string => `to_char(c.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** Customers as responses of other contexts embed them. */
export class Migration20261122_2355_EmbeddedCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create view customer_portal.embedded_customers as
        select c.id, (select row_to_json(e)::text from (select
          c.id,
          ${time('created_at')},
          ${time('modified_at')},
          c.metadata,
          case when c.deleted_at is null then c.external_id else c.metadata ->> '__external_id' end as external_id,
          c.email,
          c.email_verified,
          c.type,
          c.name,
          coalesce(c.billing_name, c.name) as billing_name,
          c.billing_address,
          c.tax_id,
          c.locale,
          c.organization_id,
          null::text as default_payment_method_id,
          ${time('deleted_at')},
          ${time('first_user_event_at')},
          coalesce(c.avatar_url, case when c.type = 'team' and c.deleted_at is null then (
            select 'https://www.gravatar.com/avatar/' || encode(sha256(convert_to(owner.email_key, 'UTF8')), 'hex') || '?d=404'
            from customer_portal.members as owner
            where owner.organization_id = c.organization_id and owner.customer_id = c.id
              and owner.role = 'owner' and owner.deleted_at is null) end) as avatar_url
        ) e) as customer
        from customer_portal.customers c where c.merged_into is null;
    `);
  }
}
