import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SigningKeys } from '../../domain/signing/signing-keys.ts';

/** Re-encrypts the signing keys that are encrypted with older secret keys. Returns their number. */
export class ReencryptSigningKeys extends Command<number> {}

@CommandHandler(ReencryptSigningKeys)
export class ReencryptSigningKeysHandler implements ICommandHandler<ReencryptSigningKeys> {
  constructor(private readonly keys: SigningKeys) {}

  execute(): Promise<number> {
    return this.keys.reencrypt();
  }
}
