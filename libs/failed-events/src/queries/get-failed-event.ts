import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { failedEventsOf, toFailedEventView } from './failed-event-rows.ts';
import type { FailedEventView } from './failed-event.view.ts';

export class GetFailedEvent extends Query<FailedEventView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetFailedEvent)
export class GetFailedEventHandler implements IQueryHandler<GetFailedEvent> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetFailedEvent): Promise<FailedEventView> {
    const row = await failedEventsOf(this.em, access.visible).selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toFailedEventView(row);
  }
}
