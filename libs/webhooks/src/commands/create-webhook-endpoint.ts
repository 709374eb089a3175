import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import { type GivenHeader, headersFrom } from '../domain/endpoint-headers.ts';
import { EndpointHosts } from '../domain/endpoint-url.ts';
import { assertIsSecret, newSecret } from '../domain/secret.ts';
import { type NewWebhookEndpoint, WebhookEndpoint } from '../domain/webhook-endpoint.ts';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';
import { checkFilters } from './check-filters.ts';
import { storedHeaders } from './send-webhooks.ts';

/** Creates an endpoint and returns its id. Without a secret, it gets a new one. */
export class CreateWebhookEndpoint extends Command<string> {
  constructor(
    readonly attributes: Omit<NewWebhookEndpoint, 'secret' | 'headers'> & {
      readonly secret?: string;
      readonly headers: readonly GivenHeader[];
    },
  ) {
    super();
  }
}

@CommandHandler(CreateWebhookEndpoint)
export class CreateWebhookEndpointHandler implements ICommandHandler<CreateWebhookEndpoint> {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly hosts: EndpointHosts,
    private readonly secrets: Secrets,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ attributes }: CreateWebhookEndpoint): Promise<string> {
    if (attributes.secret !== undefined) assertIsSecret(attributes.secret);
    await checkFilters(this.queries, attributes.organizationId, attributes);
    const secret = this.secrets.encrypt(attributes.secret ?? newSecret());
    const headers = storedHeaders(this.secrets, headersFrom(attributes.headers, []));
    const endpoint = WebhookEndpoint.create({ ...attributes, secret, headers }, this.hosts, this.clock.now());
    await this.endpoints.add(endpoint);
    return endpoint.id;
  }
}
