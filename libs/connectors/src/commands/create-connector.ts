import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import { Connector, type NewConnector } from '../domain/connector.ts';
import { Connectors } from '../domain/connectors.ts';

/** Creates a connector and returns its id. */
export class CreateConnector extends Command<string> {
  constructor(readonly attributes: Omit<NewConnector, 'secret'> & { readonly secret: string }) {
    super();
  }
}

@CommandHandler(CreateConnector)
export class CreateConnectorHandler implements ICommandHandler<CreateConnector> {
  constructor(
    private readonly connectors: Connectors,
    private readonly secrets: Secrets,
    private readonly clock: WallClock,
  ) {}

  async execute({ attributes }: CreateConnector): Promise<string> {
    const secret = this.secrets.encrypt(attributes.secret);
    const connector = Connector.create({ ...attributes, secret }, this.clock.now());
    await this.connectors.add(connector);
    return connector.id;
  }
}
