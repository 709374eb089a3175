import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OAuthClients } from '../domain/oauth-clients.ts';
import { OpenIdKeys } from '../domain/openid-keys.ts';
import { OpenIdState } from '../domain/openid-state.ts';

/** Re-encrypts what is encrypted with older secret keys: keys, secrets of clients, tokens and sessions. Returns the number of rows. */
export class ReencryptOAuthSecrets extends Command<number> {}

@CommandHandler(ReencryptOAuthSecrets)
export class ReencryptOAuthSecretsHandler implements ICommandHandler<ReencryptOAuthSecrets> {
  constructor(
    private readonly clients: OAuthClients,
    private readonly keys: OpenIdKeys,
    private readonly state: OpenIdState,
  ) {}

  async execute(): Promise<number> {
    return (await this.clients.reencrypt()) + (await this.keys.reencrypt()) + (await this.state.reencrypt());
  }
}
