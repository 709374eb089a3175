import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type LicensedKey, type PresentedKey, ReleasesOfKeys } from './licensed-releases.ts';

/** The license key that a client presents, if it works and is one of the product. */
export class FindPresentedKey extends Command<LicensedKey> {
  constructor(readonly presented: PresentedKey) {
    super();
  }
}

@CommandHandler(FindPresentedKey)
export class FindPresentedKeyHandler implements ICommandHandler<FindPresentedKey> {
  constructor(private readonly releasesOfKeys: ReleasesOfKeys) {}

  execute({ presented }: FindPresentedKey): Promise<LicensedKey> {
    return this.releasesOfKeys.keyOf(presented);
  }
}
