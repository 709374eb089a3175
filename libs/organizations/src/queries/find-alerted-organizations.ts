import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import type { AlertRuleTables } from '../adapters/persistence/alert-rule.mapping.ts';
import { FindAlertedOrganizations } from '../contract/alerts.ts';

@QueryHandler(FindAlertedOrganizations)
export class FindAlertedOrganizationsHandler implements IQueryHandler<FindAlertedOrganizations> {
  constructor(private readonly em: EntityManager) {}

  async execute({ kind, organizationId }: FindAlertedOrganizations): Promise<readonly string[]> {
    const rules = readDb<AlertRuleTables>(this.em)
      .selectFrom('organizations.alert_rules')
      .select('organization_id')
      .where('kind', '=', kind)
      .where('is_enabled', '=', true);
    const found = organizationId === undefined ? rules : rules.where('organization_id', '=', organizationId);
    return (await found.execute()).map((row) => row.organization_id);
  }
}
