import { Migration } from '@mikro-orm/migrations';

/** How organizations are told of alerts, where they chose it. */
export class Migration20261208_0401_AlertRules extends Migration {
  override up(): void {
    this.addSql(`
      create table organizations.alert_rules (
        organization_id uuid not null,
        kind text not null,
        is_enabled boolean not null,
        roles text[] not null,
        slack_url bytea,
        slack_problem text,
        slack_problem_at timestamptz(3),
        modified_at timestamptz(3) not null,
        constraint alert_rules_pkey primary key (organization_id, kind)
      );
      create index alert_rules_by_kind on organizations.alert_rules (kind, organization_id) where is_enabled;
    `);
  }
}
