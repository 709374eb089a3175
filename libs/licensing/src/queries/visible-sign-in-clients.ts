import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { anyOf, readDb } from '#engine/persistence';
import type { SignInTables } from '../adapters/persistence/sign-in.mapping.ts';

export const visibleSignInClients = (em: EntityManager, organizations: readonly string[]) =>
  readDb<SignInTables>(em).selectFrom('licensing.sign_in_clients').where(anyOf('organization_id', organizations));

export const CLIENT_COLUMNS = ['created_at', 'id', 'organization_id', 'name'] as const;

export const benefitIds = () => sql<string[]>`benefit_ids::text[]`.as('benefit_ids');
