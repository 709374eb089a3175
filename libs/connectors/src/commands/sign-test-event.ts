import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound, WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import { Connectors } from '../domain/connectors.ts';
import { Providers, type WebhookRequest } from '../domain/provider.ts';

/** Makes a request with an event that says nothing, signed with the secret of the connector as its provider signs. */
export class SignTestEvent extends Command<WebhookRequest> {
  constructor(readonly connectorId: string) {
    super();
  }
}

@CommandHandler(SignTestEvent)
export class SignTestEventHandler implements ICommandHandler<SignTestEvent> {
  constructor(
    private readonly connectors: Connectors,
    private readonly secrets: Secrets,
    private readonly providers: Providers,
    private readonly clock: WallClock,
  ) {}

  async execute({ connectorId }: SignTestEvent): Promise<WebhookRequest> {
    const connector = await this.connectors.find(connectorId);
    if (!connector) throw new ResourceNotFound();
    const secret = this.secrets.decrypt(connector.secret);
    return this.providers.of(connector.provider).testRequest(secret, this.clock.now());
  }
}
