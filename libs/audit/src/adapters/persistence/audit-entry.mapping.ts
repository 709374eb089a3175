import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';

/** The table is written by the platform, in the transactions of all contexts. */
export const AuditEntryMapping = defineEntity({
  name: 'AuditEntryRow',
  schema: 'platform',
  tableName: 'audit_log',
  properties: {
    organizationId: p.uuid().primary(),
    createdAt: p.datetime(3).primary(),
    id: p.uuid().primary(),
    actorType: p.text(),
    actorId: p.uuid().nullable(),
    credentialId: p.uuid().nullable(),
    address: p.text().nullable(),
    requestId: p.text().nullable(),
    cause: p.text().nullable(),
    operation: p.text(),
    action: p.text(),
    resourceType: p.text(),
    resourceId: p.uuid(),
    customerId: p.uuid().nullable(),
    changes: p.json<object>().nullable(),
  },
});

export interface AuditTables {
  'platform.audit_log': InferKyselyTable<typeof AuditEntryMapping>;
}
