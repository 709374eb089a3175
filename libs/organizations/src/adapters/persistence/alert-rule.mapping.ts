import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { AlertKind } from '../../domain/alert.events.ts';
import type { Role } from '../../domain/roles.ts';

export const AlertRuleMapping = defineEntity({
  name: 'AlertRuleRow',
  schema: 'organizations',
  tableName: 'alert_rules',
  properties: {
    organizationId: p.uuid().primary(),
    kind: p.text().$type<AlertKind>().primary(),
    isEnabled: p.boolean(),
    roles: p.array<Role>(),
    slackUrl: p.blob().$type<Buffer>().nullable(),
    slackProblem: p.text().nullable(),
    slackProblemAt: p.datetime(3).nullable(),
    modifiedAt: p.datetime(3),
  },
});

export interface AlertRuleTables {
  'organizations.alert_rules': InferKyselyTable<typeof AlertRuleMapping>;
}
