import { Migration } from '@mikro-orm/migrations';

export class Migration20261124_0600_Dashboards extends Migration {
  override up(): void {
    this.addSql(`
      create schema metrics;

      create table metrics.dashboards (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        metrics text[] not null,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create index dashboards_by_creation on metrics.dashboards (organization_id, created_at, id);
    `);
  }
}
