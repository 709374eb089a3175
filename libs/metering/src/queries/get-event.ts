import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { readDb } from '#platform/persistence';
import type { EventView } from './event.view.ts';
import { EVENT_COLUMNS, type EventRow, EventLoader } from './event-loader.ts';

export class GetEvent extends Query<EventView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetEvent)
export class GetEventHandler implements IQueryHandler<GetEvent> {
  constructor(
    private readonly em: EntityManager,
    private readonly loader: EventLoader,
  ) {}

  /** `event_ids` has the time of arrival, so that only one partition of the events is read. */
  async execute({ access, id }: GetEvent): Promise<EventView> {
    const { rows } = await sql<EventRow>`
      select ${EVENT_COLUMNS} from metering.event_ids i join metering.events e
        on e.organization_id = i.organization_id and e.ingested_at = i.ingested_at and e.seq = i.seq
      where i.id = ${id} and i.organization_id = any(${access.visible}::uuid[])`.execute(readDb<object>(this.em));
    const [event] = await this.loader.of(rows);
    if (!event) throw new ResourceNotFound();
    return event;
  }
}
