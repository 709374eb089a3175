import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import { type GivenHeader, headersFrom } from '../domain/endpoint-headers.ts';
import { EndpointHosts } from '../domain/endpoint-url.ts';
import type { WebhookEndpointChanges } from '../domain/webhook-endpoint.ts';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';
import { checkFilters } from './check-filters.ts';
import { readHeaders, storedHeaders } from './send-webhooks.ts';

export class UpdateWebhookEndpoint extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: Omit<WebhookEndpointChanges, 'headers'> & { readonly headers?: readonly GivenHeader[] },
  ) {
    super();
  }
}

@CommandHandler(UpdateWebhookEndpoint)
export class UpdateWebhookEndpointHandler implements ICommandHandler<UpdateWebhookEndpoint> {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly hosts: EndpointHosts,
    private readonly secrets: Secrets,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, changes: { headers: given, ...changes } }: UpdateWebhookEndpoint): Promise<void> {
    const which = { id, organizations: access.visible };
    const organizationId = await this.endpoints.organizationOf(which);
    access.assertCanManage(organizationId);
    await checkFilters(this.queries, organizationId, changes);
    await this.endpoints.change(which, (endpoint) => {
      const { headers: stored } = endpoint.snapshot;
      const former = readHeaders(this.secrets, stored);
      const headers = given && headersFrom(given, former);
      const changed = headers && JSON.stringify(headers) !== JSON.stringify(former);
      const all = changed ? { ...changes, headers: storedHeaders(this.secrets, headers) } : changes;
      endpoint.update(all, this.hosts, this.clock.now());
    });
  }
}
