import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { NO_ORGANIZATION } from '#kernel';
import { CheckReleases } from '#licensing/contract';
import { type Reason, withheld } from '../domain/offers.ts';
import type { PublishedRelease, PublishedReleases, WantedReleases } from '../domain/published-releases.ts';
import { NoRelease } from '../domain/release.errors.ts';

/** A license key that a client presents for a product. */
export interface PresentedKey {
  readonly productId: string;
  readonly key: string;
  readonly origin: { readonly network: string; readonly isBlocked: boolean };
}

/** A release, and why the license key does not get it; null if it does. */
export interface LicensedRelease extends PublishedRelease {
  readonly withheld: Reason | null;
}

/** Releases with what the license key has of them. */
export interface LicensedReleases {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly releases: readonly LicensedRelease[];
}

type Selection = Omit<WantedReleases, 'organizationId' | 'productId'>;

/** Finds releases for license keys. */
export class ReleasesOfKeys {
  constructor(
    private readonly published: PublishedReleases,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Throws what licensing says of a key that does not work, and `NoRelease` for a key of another product. Of a product that does not exist
   * there is no key.
   */
  async find({ productId, key, origin }: PresentedKey, selection: Selection): Promise<LicensedReleases> {
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    const organizationId = product && !product.isDeleted ? product.organizationId : NO_ORGANIZATION;
    const found = await this.published.find({ ...selection, organizationId, productId });
    const checked = found.map(({ release: { version, publishedAt } }) => ({ version, publishedAt }));
    const licensed = await this.commands.execute(new CheckReleases({ organizationId, key, origin }, checked));
    if (!product?.benefitIds.includes(licensed.benefitId)) throw new NoRelease('The license key is not one of the product.');
    const { licenseKeyId, flags, refusals } = licensed;
    const releases = found.map((each, index) => ({
      ...each,
      withheld: withheld(each.release, { flags, refusal: refusals[index]! }),
    }));
    return { organizationId, licenseKeyId, releases };
  }
}
