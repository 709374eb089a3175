import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { PortalSession } from '../../domain/portal-session.ts';

export const PortalSessionMapping = defineEntity({
  name: 'PortalSessionRow',
  schema: 'customer_portal',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    memberId: p.uuid().nullable(),
    digest: p.blob().$type<Buffer>(),
    returnUrl: p.text().nullable(),
    expiresAt: p.datetime(3),
    generation: p.integer(),
    viewerType: p.text().$type<'user' | 'organization'>().nullable(),
    viewerId: p.uuid().nullable(),
    isReadOnly: p.boolean(),
    export_id: p.uuid().nullable(),
    export_expires_at: p.datetime(3).nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});

export const portalSessionRows = aggregateRows(PortalSession, PortalSessionMapping).auditedAs({
  type: 'customer_session',
  without: ['export_id', 'export_expires_at', 'digest', 'generation'],
  masked: ['returnUrl'],
});

export interface PortalSessionTables {
  'customer_portal.sessions': InferKyselyTable<typeof PortalSessionMapping>;
}
