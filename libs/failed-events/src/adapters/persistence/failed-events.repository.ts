import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { changeOne, inTransaction, recordChanges, snapshotsOf } from '#platform/persistence';
import { FailedEvent } from '../../domain/failed-event.ts';
import { FailedEvents, type WhichFailedEvent } from '../../domain/failed-events.ts';

@Injectable()
export class MikroOrmFailedEvents extends FailedEvents {
  constructor(private readonly em: EntityManager) {
    super();
  }

  change<T>(which: WhichFailedEvent, by: (event: FailedEvent) => Sync<T>): Promise<T> {
    return changeOne(this.em, FailedEvent, found(which), by);
  }

  changeSome(organizationId: string, most: number, by: (event: FailedEvent) => void): Promise<number> {
    return inTransaction(this.em, 'failed events', async (transaction) => {
      const events = await transaction.find(
        FailedEvent,
        { organizationId, status: 'failed' },
        { orderBy: { failedAt: 'asc', id: 'asc' }, limit: most, lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      const before = snapshotsOf(events);
      for (const event of events) by(event);
      await transaction.flush();
      await recordChanges(transaction, before, events);
      return events.length;
    });
  }

  async organizationOf(which: WhichFailedEvent): Promise<string> {
    const event = await this.em.fork().findOne(FailedEvent, found(which), { fields: ['organizationId'] });
    if (!event) throw new ResourceNotFound();
    return event.organizationId;
  }
}

const found = ({ id, organizations }: WhichFailedEvent) => ({ id, organizationId: { $in: [...organizations] } });
