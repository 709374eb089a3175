import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { type Access, Clock } from '#kernel';
import { generatedString } from '../../domain/keys/key-string.ts';
import { KeyMails } from '../../domain/keys/key-mails.ts';
import type { FoundLeak } from '../../domain/keys/leak.events.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { KeyStrings } from './key-strings.ts';

/** A license key was found where others can read it. Its benefit says what happens. */
export class ReportLeakedKey extends Command<LicenseKeySnapshot> {
  constructor(
    readonly access: Pick<Access, 'visible' | 'assertCanManage'>,
    readonly id: string,
    readonly leak: FoundLeak,
    /** The string that was found, if it is one that was replaced and still works. */
    readonly replaced: string | null = null,
  ) {
    super();
  }
}

@CommandHandler(ReportLeakedKey)
export class ReportLeakedKeyHandler implements ICommandHandler<ReportLeakedKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly strings: KeyStrings,
    private readonly mails: KeyMails,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, leak, replaced }: ReportLeakedKey): Promise<LicenseKeySnapshot> {
    const within = access.visible;
    const { benefitId } = await this.licenseKeys.ownerOf(id, within);
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    const wanted = benefit?.whenLeaked ?? 'tell';
    const newString =
      benefit && wanted === 'rotate' ? await this.strings.prepare(benefit) : () => generatedString({ prefix: null });
    const reported = await this.licenseKeys.change({ id, within }, (licenseKey) => {
      access.assertCanManage(licenseKey.organizationId);
      const now = this.clock.now();
      const { expiresAt, entitlements = null } = licenseKey.snapshot;
      const newKey = () => newString({ expiresAt, entitlements }, now).key;
      licenseKey.reportLeak(leak, { wanted, replaced, newKey }, now);
      return licenseKey.snapshot;
    });
    await this.mails.note(reported, 'leaked');
    return reported;
  }
}
