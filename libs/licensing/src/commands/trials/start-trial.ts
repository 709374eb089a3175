import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { expiryAfter } from '#support/periods';
import { generatedString } from '../../domain/keys/key-string.ts';
import { TrialNotOffered } from '../../domain/keys/license-key.errors.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { recognitionBy } from '../../domain/trials/recognition.ts';
import { DeviceHasTrial, type Trial, Trials } from '../../domain/trials/trials.ts';
import { policyOf } from '../keys/benefit-terms.ts';

/** Gives a device its trial key of a benefit: the same one each time. */
export class StartTrial extends Command<LicenseKeySnapshot> {
  constructor(
    readonly trial: Omit<Trial, 'recognition'>,
    /** What the application says about the device. */
    readonly description: DeviceDescription | null = null,
  ) {
    super();
  }
}

@CommandHandler(StartTrial)
export class StartTrialHandler implements ICommandHandler<StartTrial> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly trials: Trials,
    private readonly digests: DeviceDigests,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ trial: asked, description }: StartTrial): Promise<LicenseKeySnapshot> {
    const { organizationId, benefitId } = asked;
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    if (!benefit || benefit.organizationId !== organizationId) throw new TrialNotOffered();
    const described = description && this.digests.describe(organizationId, description);
    const trial = { ...asked, recognition: recognitionBy(described, benefit.policy?.devices?.match) };
    return (await this.find(trial)) ?? this.issue(trial, benefit);
  }

  private async find(trial: Trial): Promise<LicenseKeySnapshot | undefined> {
    const found = await this.trials.find(trial);
    if (!found) return undefined;
    if (trial.recognition && !found.isRecognizable) await this.trials.describe(trial, found.licenseKeyId);
    return this.licenseKeys.findSnapshot(found.licenseKeyId, [trial.organizationId]);
  }

  private async issue(trial: Trial, benefit: LicenseKeyTerms): Promise<LicenseKeySnapshot> {
    const key = await this.newKey(benefit);
    try {
      await this.trials.add(key, trial);
      return key.snapshot;
    } catch (error) {
      if (!(error instanceof DeviceHasTrial)) throw error;
      // The seller may have allowed another trial since then.
      return (await this.find(trial)) ?? this.issue(trial, benefit);
    }
  }

  private async newKey(benefit: LicenseKeyTerms): Promise<LicenseKey> {
    const { id: benefitId, organizationId, isDeleted, activations, limitUsage, prefix } = benefit;
    const trial = isDeleted ? undefined : benefit.policy?.trial;
    if (!trial) throw new TrialNotOffered();
    const { customerId, days } = trial;
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    if (customer?.organization_id !== organizationId || customer.deleted_at) throw new TrialNotOffered();
    const now = this.clock.now();
    const lifetime = { ttl: days, timeframe: 'day' } as const;
    return LicenseKey.create(
      {
        organizationId,
        customerId: customer.id,
        benefitId,
        memberId: null,
        ...generatedString({ prefix }),
        limitActivations: activations?.limit ?? null,
        limitUsage,
        expiresAt: expiryAfter(now, lifetime),
        policy: policyOf(benefit, lifetime),
        isTrial: true,
      },
      now,
    );
  }
}
