import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { WallClock } from '#kernel';
import { PortalUrl } from '#support/mails';
import { FindOrganizations } from '#organizations/contract';
import { Keyring } from '#engine/secrets';
import { manageToken } from './manage-token.ts';

const LIFETIME_MS = 3_600_000;

/**
 * The page on which the customer of a license key signs in and removes a device, for an hour; null if the benefit does not let customers
 * manage devices.
 */
export class GetManageUrl extends Query<string | null> {
  constructor(readonly licenseKey: { readonly id: string; readonly organizationId: string; readonly benefitId: string }) {
    super();
  }
}

@QueryHandler(GetManageUrl)
export class GetManageUrlHandler implements IQueryHandler<GetManageUrl> {
  constructor(
    private readonly queries: QueryBus,
    private readonly keyring: Keyring,
    private readonly portal: PortalUrl,
    private readonly clock: WallClock,
  ) {}

  async execute({ licenseKey: { id, organizationId, benefitId } }: GetManageUrl): Promise<string | null> {
    const [benefits, organizations] = await Promise.all([
      this.queries.execute(new FindLicenseKeyBenefits([benefitId])),
      this.queries.execute(new FindOrganizations([organizationId])),
    ]);
    const organization = organizations.get(organizationId);
    if (!organization || !benefits.get(benefitId)?.activations?.enableCustomerAdmin) return null;
    const token = manageToken(this.keyring, organizationId, id, this.clock.now().getTime() + LIFETIME_MS);
    // Behind `#`, the token is sent to no server but by the page.
    return `${this.portal.portalUrl}/portal/${organization.slug}/manage#license=${token}`;
  }
}
