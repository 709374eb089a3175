import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import { hasId } from '../adapters/persistence/sql/stored-events.ts';
import { type EventAccess, shownTo } from './events-about-sales.ts';
import type { EventView } from './event.view.ts';
import { EVENT_COLUMNS, type EventRow, EventLoader } from './event-loader.ts';

export class GetEvent extends Query<EventView> {
  constructor(
    readonly access: EventAccess,
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

  async execute({ access, id }: GetEvent): Promise<EventView> {
    const { visible } = access.events;
    const conditions = [hasId('e', sql`${id}::uuid`), anyOf('e.organization_id', visible), ...shownTo(access, 'e', visible)];
    const { rows } = await sql<EventRow>`
      select ${EVENT_COLUMNS} from metering.events e
      where ${sql.join(conditions, sql` and `)}`.execute(readDb<object>(this.em));
    const [event] = await this.loader.of(rows);
    if (!event) throw new ResourceNotFound();
    return event;
  }
}
