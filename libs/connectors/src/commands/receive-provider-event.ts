import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newId, ResourceNotFound, WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import { acceptedSecrets, type ConnectorState } from '../domain/connector.ts';
import { Connectors } from '../domain/connectors.ts';
import { type Provider, type ProviderName, Providers, type WebhookRequest, WebhookSignatureInvalid } from '../domain/provider.ts';
import { ProviderEvents } from '../domain/provider-events.ts';

/** A request whose body is read when it is known that there is a connector for it. */
export interface UnreadWebhookRequest extends Omit<WebhookRequest, 'body'> {
  readonly read: () => Promise<string>;
}

/** Stores an event that a payment provider sends, to be worked on later. Returns false if it was stored before. */
export class ReceiveProviderEvent extends Command<boolean> {
  constructor(
    readonly connectorId: string,
    readonly request: UnreadWebhookRequest,
  ) {
    super();
  }
}

@CommandHandler(ReceiveProviderEvent)
export class ReceiveProviderEventHandler implements ICommandHandler<ReceiveProviderEvent> {
  constructor(
    private readonly connectors: Connectors,
    private readonly secrets: Secrets,
    private readonly providers: Providers,
    private readonly events: ProviderEvents,
    private readonly clock: WallClock,
  ) {}

  async execute({ connectorId, request }: ReceiveProviderEvent): Promise<boolean> {
    const connector = await this.connectors.find(connectorId);
    if (!connector) throw new ResourceNotFound();
    const provider = this.providers.of(connector.provider as ProviderName);
    const body = await request.read();
    const now = this.clock.now();
    await this.verify(provider, connector, { headers: request.headers, body }, now);
    const { id: externalId, type, occurredAt, isTest, account } = provider.identify(body);
    const { organizationId } = connector;
    const event = { id: newId('connector-event'), organizationId, connectorId, externalId, type, occurredAt, account };
    return this.events.add({ ...event, isTest: isTest || connector.isTest, body }, now);
  }

  /** While the provider changes to another secret, one of two has signed. */
  private async verify(
    provider: Provider,
    connector: Readonly<ConnectorState>,
    request: WebhookRequest,
    now: Date,
  ): Promise<void> {
    const [current, previous] = acceptedSecrets(connector, now);
    try {
      await provider.verify(request, this.secrets.decrypt(current!), now);
    } catch (error) {
      if (!previous || !(error instanceof WebhookSignatureInvalid)) throw error;
      await provider.verify(request, this.secrets.decrypt(previous), now);
    }
  }
}
