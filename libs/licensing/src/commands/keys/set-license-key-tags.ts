import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { LicenseKeyTags } from '../../domain/keys/license-key-tags.ts';

/** Gives a license key these tags and no others. */
export class SetLicenseKeyTags extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly tags: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(SetLicenseKeyTags)
export class SetLicenseKeyTagsHandler implements ICommandHandler<SetLicenseKeyTags> {
  constructor(private readonly licenseKeyTags: LicenseKeyTags) {}

  execute({ access, id, tags }: SetLicenseKeyTags): Promise<void> {
    return this.licenseKeyTags.change({ id, organizations: access.visible }, (each) => {
      access.assertCanManage(each.record.organizationId);
      each.replace(tags);
    });
  }
}
