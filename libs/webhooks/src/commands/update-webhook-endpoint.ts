import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { EndpointHosts } from '../domain/endpoint-hosts.ts';
import type { WebhookEndpointChanges } from '../domain/webhook-endpoint.ts';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';

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
    private readonly clock: WallClock,
  ) {}

  execute({ access, id, changes }: UpdateWebhookEndpoint): Promise<void> {
    return this.endpoints.change({ id, organizations: access.visible }, (endpoint) => {
      access.assertCanManage(endpoint.organizationId);
      endpoint.update(changes, this.hosts, this.clock.now());
    });
  }
}
