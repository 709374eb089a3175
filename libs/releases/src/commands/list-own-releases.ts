import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProductsWithBenefit } from '#catalog/contract';
import type { CustomerAccess } from '#kernel';
import { FindBenefitOfOwnKey } from '#licensing/contract';
import { DownloadUrls, type SignedDownload } from '../domain/download-urls.ts';
import { isRolledOutTo } from '../domain/offers.ts';
import { PublishedReleases } from '../domain/published-releases.ts';
import type { LicensedRelease } from './licensed-releases.ts';
import { reasonsFor } from './releases-of-own-key.ts';

/** A release as a customer sees it who has a license key of its product. */
export interface OwnRelease extends LicensedRelease {
  readonly productName: string;
  /** The URLs of its artifacts, by their IDs; none if the license key does not get the release. */
  readonly downloads: ReadonlyMap<string, SignedDownload>;
}

/** What a customer sees of a license key: the newest versions of the products that bring it. */
const [MOST_PRODUCTS, MOST_RELEASES] = [10, 50];

interface ShownReleases {
  readonly releases: readonly OwnRelease[];
  /** How many there are. */
  readonly total: number;
}

/**
 * The releases for a license key that a customer sees, the newest first; also those that the key does not get, with the reason. Only those
 * that are shown have URLs made for them.
 */
export class ListOwnReleases extends Command<ShownReleases> {
  constructor(
    readonly access: CustomerAccess,
    readonly licenseKeyId: string,
    readonly shown: { readonly offset: number; readonly limit: number },
  ) {
    super();
  }
}

@CommandHandler(ListOwnReleases)
export class ListOwnReleasesHandler implements ICommandHandler<ListOwnReleases> {
  constructor(
    private readonly published: PublishedReleases,
    private readonly urls: DownloadUrls,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, licenseKeyId, shown }: ListOwnReleases): Promise<ShownReleases> {
    const { organizationId } = access;
    const benefitId = await this.queries.execute(new FindBenefitOfOwnKey(access, licenseKeyId));
    const products = await this.queries.execute(new FindProductsWithBenefit(organizationId, benefitId, MOST_PRODUCTS));
    const ofProducts = await Promise.all(
      products.map(async ({ id: productId, name: productName }) => {
        const found = await this.published.find({ organizationId, productId, limit: MOST_RELEASES });
        return found.filter(({ release }) => isRolledOutTo(release, licenseKeyId)).map((each) => ({ ...each, productName }));
      }),
    );
    const all = ofProducts
      .flat()
      .toSorted((one, other) => other.release.publishedAt.getTime() - one.release.publishedAt.getTime());
    const page = all.slice(shown.offset, shown.offset + shown.limit);
    const key = { organizationId, licenseKeyId };
    const reasons = await reasonsFor(
      this.commands,
      key,
      page.map(({ release }) => release),
    );
    const releases = page.map((each, index) => {
      const withheld = reasons[index]!;
      const included = withheld === null ? each.artifacts : [];
      const { productId } = each.release;
      const urlOf = (artifactId: string) => this.urls.of({ productId, licenseKeyId, artifactId });
      return { ...each, withheld, downloads: new Map(included.map(({ id }) => [id, urlOf(id)])) };
    });
    return { releases, total: all.length };
  }
}
