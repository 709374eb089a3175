import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { inTransaction, recordChanges, recordRemovals, snapshotsOf } from '#platform/persistence';
import { OpenIdConnection } from '../../domain/openid-connection.ts';
import { OpenIdConnections } from '../../domain/openid-connections.ts';

@Injectable()
export class MikroOrmOpenIdConnections extends OpenIdConnections {
  constructor(private readonly em: EntityManager) {
    super();
  }

  of(organizationId: string): Promise<Readonly<OpenIdConnection> | null> {
    return this.em.fork().findOne(OpenIdConnection, { organizationId });
  }

  /** The lock makes concurrent calls for an organization that has no connection yet take turns. */
  async save(organizationId: string, by: (current: OpenIdConnection | null) => OpenIdConnection): Promise<void> {
    await inTransaction(this.em, 'OpenIdConnection', async (transaction) => {
      const lock = `openid-connection/${organizationId}`;
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lock]);
      const current = await transaction.findOne(OpenIdConnection, { organizationId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const before = snapshotsOf(current ? [current] : []);
      const saved = by(current);
      transaction.persist(saved);
      await transaction.flush();
      await recordChanges(transaction, before, [saved]);
      await recordEvents(transaction, saved.pullEvents());
    });
  }

  async remove(organizationId: string, now: () => Date): Promise<void> {
    await inTransaction(this.em, 'removed OpenIdConnection', async (transaction) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const connection = await transaction.findOne(OpenIdConnection, { organizationId }, { lockMode });
      if (!connection) throw new ResourceNotFound();
      await transaction.remove(connection).flush();
      await recordRemovals(transaction, [connection]);
      connection.revoke(now());
      await recordEvents(transaction, connection.pullEvents());
    });
  }
}
