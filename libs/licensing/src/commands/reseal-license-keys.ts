import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KeySeals } from '../domain/key-seals.ts';

/** Has the newest secret key seal what older ones have sealed, and answers how many license keys that were. In steps. */
export class ResealLicenseKeys extends Command<number> {}

@CommandHandler(ResealLicenseKeys)
export class ResealLicenseKeysHandler implements ICommandHandler<ResealLicenseKeys> {
  constructor(private readonly seals: KeySeals) {}

  execute(): Promise<number> {
    return this.seals.renew();
  }
}
