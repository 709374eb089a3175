import type { EntityManager } from '@mikro-orm/postgresql';
import type { QueryBus } from '@nestjs/cqrs';
import type { Selectable } from 'kysely';
import { FindCustomers } from '#customer-portal/contract';
import { anyOf, readDb } from '#engine/persistence';
import type { ConnectorsTables } from '../adapters/persistence/connectors-tables.mapping.ts';
import { PROVIDER_NAMES } from './connector.view.ts';
import type { UndeliveredPurchaseView } from './undelivered-purchase.view.ts';

export const UNDELIVERED_COLUMNS = [
  'created_at',
  'modified_at',
  'id',
  'organization_id',
  'connector_id',
  'reason',
  'problem',
  'external_id',
  'external_price_id',
  'value',
  'customer_id',
  'email',
  'name',
  'quantity',
  'amount',
  'tax_amount',
  'currency',
  'occurred_at',
  'order_id',
  'resolution',
  'resolution_reason',
  'resolved_at',
  'external_source',
  'source_kind',
  'source_id',
  'deliver_as',
] as const;

type Row = Pick<Selectable<ConnectorsTables['connectors.undelivered_purchases']>, (typeof UNDELIVERED_COLUMNS)[number]>;

export const visibleUndelivered = (em: EntityManager, organizations: readonly string[]) =>
  readDb<ConnectorsTables>(em).selectFrom('connectors.undelivered_purchases').where(anyOf('organization_id', organizations));

/** Who paid is what the provider told, or the customer here. */
export async function toUndeliveredViews(queries: QueryBus, rows: readonly Row[]): Promise<UndeliveredPurchaseView[]> {
  const ids = rows.flatMap(({ customer_id, email }) => (customer_id !== null && email === null ? [customer_id] : []));
  const customers = await queries.execute(new FindCustomers([...new Set(ids)]));
  return rows.map(({ external_source, source_kind, source_id, deliver_as, ...row }) => {
    const customer = row.customer_id === null ? undefined : customers.get(row.customer_id);
    return {
      ...row,
      provider: PROVIDER_NAMES.find((name) => name === external_source) ?? null,
      email: row.email ?? customer?.email ?? null,
      name: row.name ?? customer?.name ?? null,
      subscription_id: source_kind === 'subscription' ? source_id : null,
      is_deliverable: deliver_as !== null && row.resolution === null,
    };
  });
}
