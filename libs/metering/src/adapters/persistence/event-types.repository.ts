import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { changeOne } from '#engine/persistence';
import type { EventType } from '../../domain/event-type.ts';
import { EventTypes, type WhichEventType } from '../../domain/event-types.ts';
import { EventTypeMapping, eventTypeRows } from './event-type.mapping.ts';

const where = ({ id, organizations }: WhichEventType) => ({ id, organizationId: { $in: [...organizations] } });

@Injectable()
export class MikroOrmEventTypes extends EventTypes {
  constructor(private readonly em: EntityManager) {
    super();
  }

  change<T>(which: WhichEventType, by: (eventType: EventType) => Sync<T>): Promise<T> {
    return changeOne(this.em, eventTypeRows, where(which), by);
  }

  async organizationOf(which: WhichEventType): Promise<string> {
    const found = await this.em.fork().findOne(EventTypeMapping, where(which), { fields: ['organizationId'] });
    if (!found) throw new ResourceNotFound();
    return found.organizationId;
  }
}
