import type { EntityManager, PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';

/** The connection pool beneath MikroORM, for statements that go around it. */
export const pgPool = (em: EntityManager): Promise<Pool> =>
  (em.getConnection() as unknown as PostgreSqlConnection).getNativeClient();
