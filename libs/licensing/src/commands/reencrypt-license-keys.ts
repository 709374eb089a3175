import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KeyEncryption } from '../domain/key-encryption.ts';

/** Has the newest secret key seal what older ones have sealed, and answers how many license keys that were. In steps. */
export class ReencryptLicenseKeys extends Command<number> {}

@CommandHandler(ReencryptLicenseKeys)
export class ReencryptLicenseKeysHandler implements ICommandHandler<ReencryptLicenseKeys> {
  constructor(private readonly seals: KeyEncryption) {}

  execute(): Promise<number> {
    return this.seals.reencrypt();
  }
}
