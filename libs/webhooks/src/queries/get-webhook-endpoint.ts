import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { Keyring } from '#engine/secrets';
import { ENDPOINT_COLUMNS, endpointsOf, toEndpointView } from './endpoint-rows.ts';
import type { WebhookEndpointView } from './webhook-endpoint.view.ts';

export class GetWebhookEndpoint extends Query<WebhookEndpointView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetWebhookEndpoint)
export class GetWebhookEndpointHandler implements IQueryHandler<GetWebhookEndpoint> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {}

  async execute({ access, id }: GetWebhookEndpoint): Promise<WebhookEndpointView> {
    const row = await endpointsOf(this.em, access.visible).select(ENDPOINT_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toEndpointView(row, this.keyring);
  }
}
