import type { Client } from 'pg';
import type { ServerFacts } from './database-facts.ts';

const NOT_PERMITTED = '42501';

/**
 * Throws 53100 if the disk of the database is full: writes a page and leaves nothing behind. A role that may not create temporary tables is
 * not asked, nor is a read-only database.
 */
export async function assertDiskSpace(client: Client, { isReadOnly }: Pick<ServerFacts, 'isReadOnly'>): Promise<void> {
  if (isReadOnly) return;
  try {
    await client.query('create temporary table room on commit drop as select 1 as page');
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_PERMITTED) throw error;
  }
}
