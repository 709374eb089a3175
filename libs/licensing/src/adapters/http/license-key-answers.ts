import { Injectable } from '@nestjs/common';
import type { ActivatedLicenseKey } from '../../commands/activate-license-key.ts';
import type { ValidatedLicenseKey } from '../../commands/validate-license-key.ts';
import { CustomersOfKeys } from '../../queries/customer-loader.ts';
import type { ActivationView, LicenseKeyView } from '../../queries/license-key.view.ts';

type Facts = ValidatedLicenseKey['licenseKey'];

const activationView = ({
  id,
  licenseKeyId,
  label,
  meta,
  createdAt,
  modifiedAt,
}: ActivatedLicenseKey['activation']): ActivationView => ({
  id,
  license_key_id: licenseKeyId,
  label,
  meta,
  created_at: createdAt,
  modified_at: modifiedAt,
});

/** Builds responses from the result of a command, without reading the license key again. Only its customer is looked up. */
@Injectable()
export class LicenseKeyAnswers {
  constructor(private readonly customers: CustomersOfKeys) {}

  async licenseKey<S extends Facts['status'] = Facts['status']>(facts: Facts): Promise<LicenseKeyView & { status: S }> {
    return {
      id: facts.id,
      created_at: facts.createdAt,
      modified_at: facts.modifiedAt,
      organization_id: facts.organizationId,
      customer_id: facts.customerId,
      customer: await this.customers.of(facts.customerId),
      benefit_id: facts.benefitId,
      key: facts.key,
      display_key: facts.displayKey,
      status: facts.status as S,
      limit_activations: facts.limitActivations,
      usage: facts.usage,
      limit_usage: facts.limitUsage,
      validations: facts.validations,
      last_validated_at: facts.lastValidatedAt,
      expires_at: facts.expiresAt,
    };
  }

  async validated({ licenseKey, activation }: ValidatedLicenseKey) {
    return { ...(await this.licenseKey<'granted'>(licenseKey)), activation: activation && activationView(activation) };
  }

  async activated({ activation, licenseKey }: ActivatedLicenseKey) {
    return { ...activationView(activation), license_key: await this.licenseKey<'granted'>(licenseKey) };
  }
}
