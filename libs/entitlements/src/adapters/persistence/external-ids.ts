import type { EntityManager } from '@mikro-orm/postgresql';
import { readOnce } from '#platform/idempotency';
import { type ExternalId, ExternalIdTaken } from '../../domain/purchase.ts';
import type { EntitlementsTables } from './entitlements-tables.mapping.ts';

/** The unique indexes of external ids. */
const INDEXES = new Set(['orders_by_external_id', 'subscriptions_by_external_id']);

export async function idByExternalId(
  em: EntityManager,
  table: 'entitlements.orders' | 'entitlements.subscriptions',
  organizationId: string,
  { id, source }: ExternalId,
): Promise<string | undefined> {
  const reported = em
    .getKysely<EntitlementsTables>()
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('external_id', '=', id)
    .where('external_source', '=', source);
  return (await readOnce('purchase by external id', () => reported.executeTakeFirst()))?.id;
}

export function rethrowAsTaken(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (INDEXES.has(constraint ?? '')) throw new ExternalIdTaken();
  throw error;
}
