import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Access } from '#kernel';
import { DownloadTokens } from '../domain/download-tokens.ts';
import { type PresentedKey, ReleasesOfKeys } from './licensed-releases.ts';

/** Ends a download token: for the seller any of its organizations, for who presents a license key one of that. */
export class RevokeDownloadToken extends Command<void> {
  constructor(
    readonly by: Access | PresentedKey,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeDownloadToken)
export class RevokeDownloadTokenHandler implements ICommandHandler<RevokeDownloadToken> {
  constructor(
    private readonly downloadTokens: DownloadTokens,
    private readonly releasesOfKeys: ReleasesOfKeys,
  ) {}

  async execute({ by, id }: RevokeDownloadToken): Promise<void> {
    if (by instanceof Access) {
      const which = { id, organizations: by.visible };
      return this.downloadTokens.remove(which, ({ organizationId }) => by.assertCanManage(organizationId));
    }
    const { organizationId, licenseKeyId } = await this.releasesOfKeys.keyOf(by);
    return this.downloadTokens.remove({ id, organizations: [organizationId], licenseKeyId }, () => undefined);
  }
}
