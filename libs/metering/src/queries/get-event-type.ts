import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { MeteringTables } from '../adapters/persistence/meter.mapping.ts';
import type { EventTypeView } from './event-type.view.ts';

const COLUMNS = ['id', 'created_at', 'modified_at', 'organization_id', 'name', 'label', 'label_property_selector'] as const;

export class GetEventType extends Query<EventTypeView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetEventType)
export class GetEventTypeHandler implements IQueryHandler<GetEventType> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetEventType): Promise<EventTypeView> {
    const types = readDb<MeteringTables>(this.em).selectFrom('metering.event_types').select(COLUMNS);
    const row = await types.where('id', '=', id).where(anyOf('organization_id', access.visible)).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row;
  }
}
