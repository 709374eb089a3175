import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import { PortalSession } from '../../domain/portal-session.ts';

/** The row as queries see it. */
export interface PortalSessionsTable {
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly member_id: string | null;
  readonly digest: Buffer;
  readonly return_url: string | null;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly modified_at: Date | null;
}

export interface PortalSessionTables {
  readonly 'customer_portal.sessions': PortalSessionsTable;
}

export const PortalSessionMapping = defineEntity({
  class: entityClass(PortalSession),
  schema: 'customer_portal',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    memberId: p.uuid().nullable(),
    digest: p.blob(),
    returnUrl: p.text().nullable(),
    expiresAt: p.datetime(3),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});
