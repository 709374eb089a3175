import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ConnectorSecrets } from '../domain/connector-secrets.ts';

/** Re-encrypts the secrets of connectors that are encrypted with older secret keys. Returns the number of connectors. */
export class ReencryptConnectorSecrets extends Command<number> {}

@CommandHandler(ReencryptConnectorSecrets)
export class ReencryptConnectorSecretsHandler implements ICommandHandler<ReencryptConnectorSecrets> {
  constructor(private readonly secrets: ConnectorSecrets) {}

  execute(): Promise<number> {
    return this.secrets.reencrypt();
  }
}
