import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { PortalUrl, WallClock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { Keyring } from '#platform/secrets';
import { ActivationLimitReached, type FullLicenseKey } from '../../domain/keys/license-key.errors.ts';

const LIFETIME_MS = 3_600_000;
const CONTENT = /^(\d{1,15}) ([\da-f-]{36})$/;

/** Bound to the organization: its portal reads no link of another one. */
const purposeOf = (organizationId: string): string => `manage license key of ${organizationId}`;

/**
 * Links to the page on which the customer of a full license key removes a device. A link names the key, is readable by this service
 * only, and is no session: the customer signs in on the page.
 */
@Injectable()
export class ManageLinks {
  constructor(
    private readonly keyring: Keyring,
    private readonly portal: PortalUrl,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  /** Runs an operation that may find a key full, and adds a link to the refusal if customers may remove devices. */
  async refusing<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof ActivationLimitReached) || !error.licenseKey) throw error;
      throw new ActivationLimitReached(error.licenseKey, await this.urlFor(error.licenseKey));
    }
  }

  /** The ID of the key that a link of the organization names; undefined if the link is over, or none of this organization. */
  keyIn(token: string, organizationId: string): string | undefined {
    try {
      const content = this.keyring.decrypt(Buffer.from(token, 'base64url'), purposeOf(organizationId));
      const [, until, id] = CONTENT.exec(content) ?? [];
      return Number(until) > this.clock.now().getTime() ? id : undefined;
    } catch {
      return undefined;
    }
  }

  private async urlFor({ id, organizationId, benefitId }: FullLicenseKey): Promise<string | undefined> {
    const [benefits, organizations] = await Promise.all([
      this.queries.execute(new FindLicenseKeyBenefits([benefitId])),
      this.queries.execute(new FindOrganizations([organizationId])),
    ]);
    const organization = organizations.get(organizationId);
    if (!organization || !benefits.get(benefitId)?.activations?.enableCustomerAdmin) return undefined;
    const until = this.clock.now().getTime() + LIFETIME_MS;
    const token = this.keyring.encrypt(`${until} ${id}`, purposeOf(organizationId)).toString('base64url');
    // Behind `#`, the token is sent to no server but by the page.
    return `${this.portal.portalUrl}/portal/${organization.slug}/manage#license=${token}`;
  }
}
