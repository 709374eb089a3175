import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { changeOne, inTransaction } from '#engine/persistence';
import type { FailedEvent } from '../../domain/failed-event.ts';
import { FailedEvents, type WhichFailedEvent } from '../../domain/failed-events.ts';
import { FailedEventMapping, failedEventRows } from './failed-event.mapping.ts';

@Injectable()
export class MikroOrmFailedEvents extends FailedEvents {
  constructor(private readonly em: EntityManager) {
    super();
  }

  change<T>(which: WhichFailedEvent, by: (event: FailedEvent) => Sync<T>): Promise<T> {
    return changeOne(this.em, failedEventRows, found(which), by);
  }

  changeSome(organizationId: string, most: number, by: (event: FailedEvent) => void): Promise<number> {
    return inTransaction(this.em, 'failed events', async (transaction) => {
      const events = await failedEventRows.lock(
        transaction,
        { organizationId, status: 'failed' },
        { orderBy: { failedAt: 'asc', id: 'asc' }, limit: most },
      );
      events.all.forEach(by);
      await events.save();
      return events.all.length;
    });
  }

  async organizationOf(which: WhichFailedEvent): Promise<string> {
    const event = await this.em.fork().findOne(FailedEventMapping, found(which), { fields: ['organizationId'] });
    if (!event) throw new ResourceNotFound();
    return event.organizationId;
  }
}

const found = ({ id, organizations }: WhichFailedEvent) => ({ id, organizationId: { $in: [...organizations] } });
