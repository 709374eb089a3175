import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { CONNECTOR_COLUMNS, connectorsOf, toConnectorView } from './connector-rows.ts';
import type { ConnectorView } from './connector.view.ts';

export class GetConnector extends Query<ConnectorView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetConnector)
export class GetConnectorHandler implements IQueryHandler<GetConnector> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetConnector): Promise<ConnectorView> {
    const row = await connectorsOf(this.em, access.visible).select(CONNECTOR_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toConnectorView(row);
  }
}
