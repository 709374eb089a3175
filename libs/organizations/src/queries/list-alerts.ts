import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import type { AlertRuleTables } from '../adapters/persistence/alert-rule.mapping.ts';
import { defaultRule } from '../contract/alert-defaults.ts';
import { ALERT_KINDS, type AlertsView, OCCASIONS } from './alert.view.ts';

/** Every kind of alerts, with how the organization is told of it. */
export class ListAlerts extends Query<AlertsView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
  ) {
    super();
  }
}

@QueryHandler(ListAlerts)
export class ListAlertsHandler implements IQueryHandler<ListAlerts> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {}

  async execute({ access, organizationId }: ListAlerts): Promise<AlertsView> {
    access.assertSees(organizationId);
    const rules = await readDb<AlertRuleTables>(this.em)
      .selectFrom('organizations.alert_rules')
      .select(['kind', 'is_enabled', 'roles', 'slack_url', 'slack_problem', 'slack_problem_at', 'modified_at'])
      .where('organization_id', '=', organizationId)
      .execute();
    const items = ALERT_KINDS.map((kind) => {
      const chosen = rules.find((rule) => rule.kind === kind);
      const { isEnabled, roles } = defaultRule(kind);
      return {
        kind,
        description: OCCASIONS[kind],
        is_enabled: chosen?.is_enabled ?? isEnabled,
        roles: [...(chosen?.roles ?? roles)],
        slack_host: chosen?.slack_url ? this.hostOf(chosen.slack_url) : null,
        slack_problem: chosen?.slack_problem ?? null,
        slack_problem_at: chosen?.slack_problem_at ?? null,
        modified_at: chosen?.modified_at ?? null,
      };
    });
    return { items };
  }

  /** The path is the secret. */
  private hostOf(slackUrl: Uint8Array): string {
    return new URL(this.keyring.decrypt(Buffer.from(slackUrl))).host;
  }
}
