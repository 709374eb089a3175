import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { type KeyToReserve, ReserveLicenseKeys } from '#entitlements/needs';
import { type FieldError, fieldError, ValidationFailed } from '#kernel';
import { KeyIssuance, KeyStringsTaken } from '../../domain/keys/key-issuance.ts';
import { untypable } from '../../domain/keys/key-string.ts';

@CommandHandler(ReserveLicenseKeys)
export class ReserveLicenseKeysHandler implements ICommandHandler<ReserveLicenseKeys> {
  constructor(
    private readonly issuance: KeyIssuance,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, purchaseId, keys, isDryRun }: ReserveLicenseKeys): Promise<void> {
    const benefits = await this.queries.execute(new FindLicenseKeyBenefits(keys.map(({ benefitId }) => benefitId)));
    const isOurs = (id: string): boolean => benefits.get(id)?.organizationId === organizationId;
    ValidationFailed.throwIfAny(
      keys.flatMap((each, index) => {
        const { benefitId } = each;
        if (!isOurs(benefitId)) return errorAt(index, 'benefitId', 'The benefit has no license keys.', benefitId);
        const message = untypable(each.key);
        if (message !== null) return errorAt(index, 'key', message, each.key);
        const isRepeated = keys.findIndex((other) => other.benefitId === benefitId) < index;
        return isRepeated
          ? errorAt(index, 'benefitId', 'A purchase has one license key of each benefit.', benefitId)
          : errorsOfDevices(each, index);
      }),
    );
    try {
      if (isDryRun) {
        await this.issuance.assertFree(
          organizationId,
          keys.map(({ key }) => key),
        );
      } else {
        await this.issuance.reserve(keys.map(({ history = null, ...key }) => ({ ...key, history, organizationId, purchaseId })));
      }
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

/** A device has one live activation of a key. */
const errorsOfDevices = ({ history }: KeyToReserve, index: number): FieldError[] => {
  const devices = history?.installations.map(({ device }) => device) ?? [];
  return devices.flatMap((device, position) =>
    device !== null && devices.indexOf(device) < position
      ? [fieldError(['licenseKeys', index, 'activations', position, 'deviceId'], 'A device has one activation of a key.', device)]
      : [],
  );
};
