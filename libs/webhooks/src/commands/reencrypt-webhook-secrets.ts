import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EndpointSecrets } from '../domain/endpoint-secrets.ts';

/** Re-encrypts the secrets of endpoints that are encrypted with older secret keys. Returns the number of endpoints. */
export class ReencryptWebhookSecrets extends Command<number> {}

@CommandHandler(ReencryptWebhookSecrets)
export class ReencryptWebhookSecretsHandler implements ICommandHandler<ReencryptWebhookSecrets> {
  constructor(private readonly secrets: EndpointSecrets) {}

  execute(): Promise<number> {
    return this.secrets.reencrypt();
  }
}
