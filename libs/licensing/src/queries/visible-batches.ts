import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import type { UnclaimedBatchTables } from '../adapters/persistence/unclaimed-batch.mapping.ts';

export const visibleBatches = (em: EntityManager, organizations: readonly string[]) =>
  readDb<UnclaimedBatchTables>(em).selectFrom('licensing.unclaimed_batches').where(anyOf('organization_id', organizations));

export const BATCH_COLUMNS = [
  ...(['created_at', 'modified_at', 'id', 'organization_id', 'name', 'benefit_id', 'size', 'claimed'] as const),
  ...(['claim_until', 'stopped_at'] as const),
] as const;

export const isStopped = () => sql<boolean>`stopped_at is not null`.as('is_stopped');
