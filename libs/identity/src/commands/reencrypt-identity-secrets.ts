import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SecretBox } from '../domain/secret-box.ts';

/** Re-encrypts secrets of second factors and of connections that are encrypted with older secret keys. Returns the number of rows. */
export class ReencryptIdentitySecrets extends Command<number> {}

@CommandHandler(ReencryptIdentitySecrets)
export class ReencryptIdentitySecretsHandler implements ICommandHandler<ReencryptIdentitySecrets> {
  constructor(private readonly box: SecretBox) {}

  execute(): Promise<number> {
    return this.box.reencrypt();
  }
}
