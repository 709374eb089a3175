import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';

export class DeleteWebhookEndpoint extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhookEndpoint)
export class DeleteWebhookEndpointHandler implements ICommandHandler<DeleteWebhookEndpoint> {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly clock: WallClock,
  ) {}

  execute({ access, id }: DeleteWebhookEndpoint): Promise<void> {
    return this.endpoints.change({ id, organizations: access.visible }, (endpoint) => {
      access.assertCanManage(endpoint.organizationId);
      endpoint.delete(this.clock.now());
    });
  }
}
