import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { type FieldError, fieldError, ValidationFailed } from '#kernel';
import { ReserveLicenseKeys } from '../contract/reserve-license-keys.ts';
import { KeyStringsTaken, LicenseKeys } from '../domain/license-keys.ts';

@CommandHandler(ReserveLicenseKeys)
export class ReserveLicenseKeysHandler implements ICommandHandler<ReserveLicenseKeys> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, purchaseId, keys }: ReserveLicenseKeys): Promise<void> {
    const benefits = await this.queries.execute(new FindLicenseKeyBenefits(keys.map(({ benefitId }) => benefitId)));
    const isOurs = (id: string): boolean => benefits.get(id)?.organizationId === organizationId;
    ValidationFailed.throwIfAny(
      keys.flatMap(({ benefitId }, index) => {
        if (!isOurs(benefitId)) return errorAt(index, 'benefitId', 'The benefit has no license keys.', benefitId);
        const isRepeated = keys.findIndex((each) => each.benefitId === benefitId) < index;
        return isRepeated ? errorAt(index, 'benefitId', 'A purchase has one license key of each benefit.', benefitId) : [];
      }),
    );
    try {
      await this.licenseKeys.reserve(keys.map((each) => ({ ...each, organizationId, purchaseId })));
    } catch (error) {
      if (!(error instanceof KeyStringsTaken)) throw error;
      const taken = 'A license key with this key already exists.';
      throw new ValidationFailed(error.positions.flatMap((index) => errorAt(index, 'key', taken, keys[index]!.key)));
    }
  }
}

const errorAt = (index: number, field: 'benefitId' | 'key', message: string, value: string): FieldError[] => [
  fieldError(['licenseKeys', index, field], message, value),
];
