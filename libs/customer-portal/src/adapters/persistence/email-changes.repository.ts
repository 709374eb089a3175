import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { inTransaction } from '#engine/persistence';
import type { EmailChange } from '../../domain/email-change.ts';
import { EmailChanges } from '../../domain/email-changes.ts';
import { EmailChangeMapping, emailChangeRows } from './email-change.mapping.ts';

@Injectable()
export class MikroOrmEmailChanges extends EmailChanges {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The lock makes requests of the same customer take turns. */
  replace(change: EmailChange): Promise<void> {
    const { organizationId, customerId } = change.snapshot;
    return inTransaction(this.em, 'new EmailChange', async (transaction) => {
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`email-change/${customerId}`]);
      await transaction.nativeDelete(EmailChangeMapping, { organizationId, customerId });
      await emailChangeRows.insert(transaction, [change]);
    });
  }

  find(id: string): Promise<Readonly<EmailChange> | null> {
    return this.findBy({ id });
  }

  findByToken(digests: readonly Buffer[]): Promise<Readonly<EmailChange> | null> {
    return this.findBy({ digest: { $in: [...digests] } });
  }

  change<T>(id: string, by: (change: EmailChange) => Sync<T>): Promise<T | null> {
    return inTransaction(this.em, 'EmailChange', async (transaction) => {
      const locked = await emailChangeRows.lock(transaction, { id });
      return locked.all.length === 0 ? null : locked.change(by);
    });
  }

  async deleteOfCustomer(organizationId: string, customerId: string): Promise<void> {
    await this.em.fork().nativeDelete(EmailChangeMapping, { organizationId, customerId });
  }

  async deleteBefore(time: Date): Promise<void> {
    await this.em.fork().nativeDelete(EmailChangeMapping, { requestedAt: { $lt: time } });
  }

  private async findBy(where: object): Promise<Readonly<EmailChange> | null> {
    const [change] = await emailChangeRows.find(this.em.fork(), where);
    return change ?? null;
  }
}
