import type { EntityManager } from '@mikro-orm/postgresql';
import { anyOf, readDb } from '#engine/persistence';
import type { MetricsTables } from '../adapters/persistence/dashboard.mapping.ts';

const COLUMNS = ['id', 'created_at', 'modified_at', 'organization_id', 'name', 'metrics'] as const;

/** The dashboards of these organizations. */
export const dashboardsOf = (em: EntityManager, organizations: readonly string[]) =>
  readDb<MetricsTables>(em).selectFrom('metrics.dashboards').select(COLUMNS).where(anyOf('organization_id', organizations));
