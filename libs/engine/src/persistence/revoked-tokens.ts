import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** Notes that tokens were revoked, in the transaction that deletes them. Whoever uses them within a year is told so. */
export async function noteRevokedTokens(transaction: EntityManager, digests: readonly Buffer[]): Promise<void> {
  await sql`
    with old as (delete from platform.revoked_tokens where revoked_at < now() - interval '1 year')
    insert into platform.revoked_tokens (digest) select unnest(${digests}::bytea[]) on conflict do nothing
  `.execute(transaction.getKysely());
}
