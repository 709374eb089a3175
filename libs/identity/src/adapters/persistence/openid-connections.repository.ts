import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound } from '#kernel';
import { inTransaction } from '#engine/persistence';
import type { OpenIdConnection } from '../../domain/openid-connection.ts';
import { OpenIdConnections } from '../../domain/openid-connections.ts';
import { openIdConnectionRows } from './single-sign-on.mapping.ts';

@Injectable()
export class MikroOrmOpenIdConnections extends OpenIdConnections {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async of(organizationId: string): Promise<Readonly<OpenIdConnection> | null> {
    const [connection] = await openIdConnectionRows.find(this.em.fork(), { organizationId });
    return connection ?? null;
  }

  /** The lock makes concurrent calls for an organization that has no connection yet take turns. */
  async save(organizationId: string, by: (current: OpenIdConnection | null) => OpenIdConnection): Promise<void> {
    await inTransaction(this.em, openIdConnectionRows.name, async (transaction) => {
      const lock = `openid-connection/${organizationId}`;
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lock]);
      const locked = await openIdConnectionRows.lock(transaction, { organizationId });
      const [current] = locked.all;
      const saved = by(current ?? null);
      if (current) await locked.save();
      else await openIdConnectionRows.insert(transaction, [saved]);
    });
  }

  async remove(organizationId: string, now: () => Date): Promise<void> {
    await inTransaction(this.em, 'removed OpenIdConnection', async (transaction) => {
      const locked = await openIdConnectionRows.lock(transaction, { organizationId });
      const [connection] = locked.all;
      if (!connection) throw new ResourceNotFound();
      connection.revoke(now());
      await locked.remove();
    });
  }
}
