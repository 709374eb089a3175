import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { NO_ORGANIZATION } from '#kernel';
import { CheckReleases, type IncludedReleases } from '#licensing/contract';
import type { Tokens } from '#support/credentials';
import type { DownloadTokens } from '../domain/download-tokens.ts';
import { type Reason, withheld } from '../domain/offers.ts';
import type { PublishedRelease, PublishedReleases, WantedReleases } from '../domain/published-releases.ts';
import { DownloadTokenUnknown, NoRelease } from '../domain/release.errors.ts';

/** A license key that a client presents for a product. */
export interface PresentedKey {
  readonly productId: string;
  readonly key: string;
  readonly origin: { readonly network: string; readonly isBlocked: boolean };
}

/** A download token that a client presents for a product, instead of the license key for which it stands. */
export interface PresentedToken {
  readonly productId: string;
  readonly token: string;
}

/** A license key that works. */
export interface LicensedKey {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  /** Whether it was presented by a string that was replaced by another one. */
  readonly isReplaced: boolean;
}

/** A release, and why the license key does not get it; null if it does. */
export interface LicensedRelease extends PublishedRelease {
  readonly withheld: Reason | null;
}

/** Releases with what the license key has of them. */
export interface LicensedReleases extends Omit<LicensedKey, 'isReplaced'> {
  readonly releases: readonly LicensedRelease[];
}

type Selection = Omit<WantedReleases, 'organizationId' | 'productId'>;

/** A product, as far as license keys are of it. */
interface SoldProduct {
  readonly organizationId: string;
  readonly benefitIds: readonly string[];
}

/** Is told of which organization what is presented is. */
export abstract class PresentedTo {
  abstract enter(organizationId: string): Promise<void>;
}

/** Finds releases for license keys. */
export class ReleasesOfKeys {
  constructor(
    private readonly published: PublishedReleases,
    private readonly downloadTokens: DownloadTokens,
    private readonly tokens: Tokens,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly presentedTo: PresentedTo,
  ) {}

  /**
   * Throws what licensing says of a key that does not work, and `NoRelease` for a key of another product. Of a product that does not exist
   * there is no key.
   */
  async find(presented: PresentedKey | PresentedToken, selection: Selection): Promise<LicensedReleases> {
    const product = await this.productOf(presented);
    const { organizationId } = product;
    const found = await this.published.find({ ...selection, organizationId, productId: presented.productId });
    const checked = found.map(({ release: { version, publishedAt } }) => ({ version, publishedAt }));
    const { licenseKeyId, flags, refusals } = await this.check(presented, product, checked);
    const releases = found.map((each, index) => ({
      ...each,
      withheld: withheld(each.release, { flags, refusal: refusals[index]! }),
    }));
    return { organizationId, licenseKeyId, releases };
  }

  /** The key that is presented. Throws as `find` does. */
  async keyOf(presented: PresentedKey): Promise<LicensedKey> {
    const product = await this.productOf(presented);
    const { licenseKeyId, isReplaced } = await this.check(presented, product, []);
    return { organizationId: product.organizationId, licenseKeyId, isReplaced };
  }

  private async productOf({ productId }: PresentedKey | PresentedToken): Promise<SoldProduct> {
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    if (!product || product.isDeleted) return { organizationId: NO_ORGANIZATION, benefitIds: [] };
    await this.presentedTo.enter(product.organizationId);
    return product;
  }

  private async check(
    presented: PresentedKey | PresentedToken,
    { organizationId, benefitIds }: SoldProduct,
    releases: CheckReleases['releases'],
  ): Promise<IncludedReleases> {
    const key =
      'token' in presented ? { licenseKeyId: await this.licenseKeyOf(presented, organizationId) } : keyAndOrigin(presented);
    const licensed = await this.commands.execute(new CheckReleases({ organizationId, ...key }, releases));
    if (!benefitIds.includes(licensed.benefitId)) throw new NoRelease('The license key is not one of the product.');
    return licensed;
  }

  private async licenseKeyOf({ productId, token }: PresentedToken, organizationId: string): Promise<string> {
    const digests = this.tokens.digestsOf('download', token);
    const licenseKeyId = await this.downloadTokens.licenseKeyOf({ organizationId, productId, digests });
    if (licenseKeyId === undefined) throw new DownloadTokenUnknown();
    return licenseKeyId;
  }
}

const keyAndOrigin = ({ key, origin }: PresentedKey) => ({ key, origin });
