import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { EndpointHosts } from '../domain/endpoint-hosts.ts';
import type { WebhookEndpointChanges } from '../domain/webhook-endpoint.ts';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';
import { checkFilters } from './check-filters.ts';

export class UpdateWebhookEndpoint extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: WebhookEndpointChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateWebhookEndpoint)
export class UpdateWebhookEndpointHandler implements ICommandHandler<UpdateWebhookEndpoint> {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly hosts: EndpointHosts,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, changes }: UpdateWebhookEndpoint): Promise<void> {
    const which = { id, organizations: access.visible };
    const organizationId = await this.endpoints.organizationOf(which);
    access.assertCanManage(organizationId);
    await checkFilters(this.queries, organizationId, changes);
    await this.endpoints.change(which, (endpoint) => {
      endpoint.update(changes, this.hosts, this.clock.now());
    });
  }
}
