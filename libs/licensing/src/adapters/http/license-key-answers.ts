import { Injectable } from '@nestjs/common';
import { type SnakeCased, viewMaker } from '#platform/wire';
import type { ActivatedLicenseKey } from '../../commands/activate-license-key.ts';
import type { ValidatedLicenseKey } from '../../commands/validate-license-key.ts';
import { CustomerLoader } from '../../queries/customer-loader.ts';
import { ActivationView, LicenseKeyView, PortalLicenseKeyView, PublicLicenseKeyView } from '../../queries/license-key.view.ts';

type Facts = ValidatedLicenseKey['licenseKey'];

/** Sellers see every field of a key but its grant: a field that is missing from their view does not compile. */
type SellerFields = SnakeCased<Omit<Facts, 'grantId'>>;

const toActivationView = viewMaker(ActivationView);
const toSellerView = viewMaker(LicenseKeyView);
const toPortalView = viewMaker(PortalLicenseKeyView);
const toPublicView = viewMaker(PublicLicenseKeyView);

/** Builds responses from the result of a command, without reading the license key again. Only its customer is looked up. */
@Injectable()
export class LicenseKeyAnswers {
  constructor(private readonly customers: CustomerLoader) {}

  async seller(key: Facts): Promise<LicenseKeyView & SellerFields> {
    return toSellerView(await this.withCustomer(key));
  }

  async portal(key: Facts): Promise<PortalLicenseKeyView> {
    return toPortalView(await this.withCustomer(key));
  }

  async validated({ licenseKey, activation }: ValidatedLicenseKey) {
    return { ...(await this.public(licenseKey)), activation: activation && toActivationView(activation) };
  }

  async activated({ activation, licenseKey }: ActivatedLicenseKey) {
    return { ...toActivationView(activation), license_key: await this.public(licenseKey) };
  }

  /** Only a granted key is validated or activated. */
  private async public(key: Facts) {
    return toPublicView({ ...(await this.withCustomer(key)), status: key.status as 'granted' });
  }

  private async withCustomer(key: Facts) {
    return { ...key, customer: await this.customers.of(key.customerId) };
  }
}
