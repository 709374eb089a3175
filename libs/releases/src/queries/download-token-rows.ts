import type { EntityManager } from '@mikro-orm/postgresql';
import { anyOf, readDb } from '#engine/persistence';
import type { ReleasesTables } from '../adapters/persistence/release.mapping.ts';

const COLUMNS = ['created_at', 'id', 'organization_id', 'product_id', 'license_key_id', 'ending'] as const;

/** The download tokens of license keys of these organizations. */
export const downloadTokensOf = (em: EntityManager, organizations: readonly string[]) =>
  readDb<ReleasesTables>(em)
    .selectFrom('releases.download_tokens')
    .where(anyOf('organization_id', organizations))
    .select(COLUMNS);
