import { type FilterQuery, LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { recordEvents } from '#engine/outbox';
import { inTransaction, recordChanges, snapshotsOf } from '#engine/persistence';
import { EmailChange } from '../../domain/email-change.ts';
import { EmailChanges } from '../../domain/email-changes.ts';

@Injectable()
export class MikroOrmEmailChanges extends EmailChanges {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The lock makes requests of the same customer take turns. */
  replace(change: EmailChange): Promise<void> {
    const { organizationId, customerId } = change;
    return inTransaction(this.em, 'new EmailChange', async (transaction) => {
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`email-change/${customerId}`]);
      await transaction.nativeDelete(EmailChange, { organizationId, customerId });
      transaction.persist(change);
      await transaction.flush();
      await recordChanges(transaction, snapshotsOf([]), [change]);
      await recordEvents(transaction, change.pullEvents());
    });
  }

  find(id: string): Promise<Readonly<EmailChange> | null> {
    return this.em.fork().findOne(EmailChange, { id });
  }

  findByToken(digests: readonly Buffer[]): Promise<Readonly<EmailChange> | null> {
    return this.em.fork().findOne(EmailChange, { digest: { $in: [...digests] } } as FilterQuery<EmailChange>);
  }

  change<T>(id: string, by: (change: EmailChange) => Sync<T>): Promise<T | null> {
    return inTransaction(this.em, 'EmailChange', async (transaction) => {
      const change = await transaction.findOne(EmailChange, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!change) return null;
      const before = snapshotsOf([change]);
      const outcome = by(change);
      await transaction.flush();
      await recordChanges(transaction, before, [change]);
      await recordEvents(transaction, change.pullEvents());
      return outcome as T;
    });
  }

  async deleteOfCustomer(organizationId: string, customerId: string): Promise<void> {
    await this.em.fork().nativeDelete(EmailChange, { organizationId, customerId });
  }

  async deleteBefore(time: Date): Promise<void> {
    await this.em.fork().nativeDelete(EmailChange, { requestedAt: { $lt: time } });
  }
}
