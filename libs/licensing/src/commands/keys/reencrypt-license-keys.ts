import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KeyEncryption } from '../../domain/keys/key-string.ts';

/** Re-encrypts, in batches, the license keys that are encrypted with older secret keys. Returns their number. */
export class ReencryptLicenseKeys extends Command<number> {}

@CommandHandler(ReencryptLicenseKeys)
export class ReencryptLicenseKeysHandler implements ICommandHandler<ReencryptLicenseKeys> {
  constructor(private readonly encryption: KeyEncryption) {}

  execute(): Promise<number> {
    return this.encryption.reencrypt();
  }
}
