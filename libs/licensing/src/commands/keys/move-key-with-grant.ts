import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type BenefitGrantSnapshot, FindBenefitGrants } from '#entitlements/contract';
import { Clock } from '#kernel';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import { KeyIssuance } from '../../domain/keys/key-issuance.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { SyncAttachedGrant } from './sync-attached-grant.ts';

/** The key of a grant follows it from a customer to the one that the grant has now: its purchase changed hands. */
export class MoveKeyWithGrant extends Command<void> {
  constructor(
    readonly grantId: string,
    readonly from: string,
  ) {
    super();
  }
}

@CommandHandler(MoveKeyWithGrant)
export class MoveKeyWithGrantHandler implements ICommandHandler<MoveKeyWithGrant> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly issuance: KeyIssuance,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** Repeated if the grant went to somebody else meanwhile. */
  async execute({ grantId, from }: MoveKeyWithGrant): Promise<void> {
    let before = from;
    for (;;) {
      const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
      if (!grant || grant.customerId === before) return;
      await this.move(grant, before);
      before = grant.customerId;
    }
  }

  private async move(grant: BenefitGrantSnapshot, from: string): Promise<void> {
    const { id: grantId, organizationId, renewsLicenseKeyId } = grant;
    const id = (await this.licenseKeys.findByGrant(organizationId, grantId))?.id ?? renewsLicenseKeyId;
    if (id === null) {
      await this.commands.execute(new SyncAttachedGrant(grantId));
      return this.issuance.noteDecision(organizationId, grantId, grant.revision);
    }
    await this.licenseKeys
      .change({ id, within: [organizationId] }, (key) => key.moveWithGrant(grantId, from, grant, this.clock.now()))
      .catch((error: unknown) => {
        if (!(error instanceof LicenseKeyNotFound)) throw error;
      });
  }
}
