import type { Selectable } from 'kysely';
import type { Resolution, StoredUndelivered, UndeliveredPurchase } from '../../domain/undelivered-purchases.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';

export type UndeliveredRow = Selectable<ConnectorsTables['connectors.undelivered_purchases']>;

/** The columns of what nobody has decided about. */
export const OPEN = { resolution: null, resolution_reason: null, resolved_at: null, reported_at: null } as const;

export const undeliveredColumns = (undelivered: UndeliveredPurchase) => ({
  line: undelivered.line,
  reason: undelivered.reason,
  problem: undelivered.problem,
  external_id: undelivered.externalId,
  external_price_id: undelivered.externalPriceId,
  deliver_as: undelivered.deliverAs,
  value: undelivered.value,
  customer_id: undelivered.customerId,
  email: undelivered.email,
  name: undelivered.name,
  quantity: undelivered.quantity,
  amount: undelivered.amount,
  tax_amount: undelivered.taxAmount,
  currency: undelivered.currency,
  occurred_at: undelivered.occurredAt,
});

export const columnsOfResolution = (resolution: Resolution) =>
  resolution.kind === 'delivered'
    ? { resolution: resolution.kind, order_id: resolution.orderId }
    : { resolution: resolution.kind, resolution_reason: resolution.reason };

function resolutionOf({ resolution, resolution_reason, order_id }: UndeliveredRow): Resolution | null {
  if (resolution === null) return null;
  return resolution === 'delivered' ? { kind: resolution, orderId: order_id! } : { kind: resolution, reason: resolution_reason! };
}

export const toUndelivered = (row: UndeliveredRow): StoredUndelivered => ({
  id: row.id,
  organizationId: row.organization_id,
  connectorId: row.connector_id,
  externalSource: row.external_source,
  source: { kind: row.source_kind, id: row.source_id },
  resolution: resolutionOf(row),
  line: row.line,
  reason: row.reason,
  problem: row.problem,
  externalId: row.external_id,
  externalPriceId: row.external_price_id,
  deliverAs: row.deliver_as,
  value: row.value,
  customerId: row.customer_id,
  email: row.email,
  name: row.name,
  quantity: row.quantity,
  amount: row.amount,
  taxAmount: row.tax_amount,
  currency: row.currency,
  occurredAt: row.occurred_at,
});
