import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DownloadTokens } from '../domain/download-tokens.ts';

/** Ends all download tokens of a license key: who had the key before does not have what was made with it. */
export class RevokeTokensOfKey extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly licenseKeyId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeTokensOfKey)
export class RevokeTokensOfKeyHandler implements ICommandHandler<RevokeTokensOfKey> {
  constructor(private readonly downloadTokens: DownloadTokens) {}

  execute({ organizationId, licenseKeyId }: RevokeTokensOfKey): Promise<void> {
    return this.downloadTokens.removeOfKey(organizationId, licenseKeyId);
  }
}
