import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindProducts, type ProductSnapshot } from '#catalog/contract';
import { FindReleases, type FoundRelease, type FoundReleases } from '#licensing/needs';
import { versionOrder } from '#support/versions';
import { releasesOf } from './release-rows.ts';
import { CHANNEL_NAMES, type ReleaseView } from './release.view.ts';

/** Releases with the same version or file in different products, and products of which the newest releases are read. */
const MOST_NAMED = 100;
/** Among so many of the newest releases, the newest one is found that a license key includes. */
const MOST_NEWEST = 100;

/** The values of a flag that open a channel: its own, and those of channels that are less stable. */
const openedBy = (channel: Row['channel']): readonly string[] => CHANNEL_NAMES.slice(CHANNEL_NAMES.indexOf(channel));

const COLUMNS = [
  'r.product_id',
  'r.version',
  'r.version_order',
  'r.channel',
  'r.required_benefit_ids',
  'r.published_at',
] as const;

interface Row {
  readonly product_id: string;
  readonly version: string;
  readonly channel: ReleaseView['channel'];
  readonly required_benefit_ids: string[];
  readonly published_at: Date | null;
}

@QueryHandler(FindReleases)
export class FindReleasesHandler implements IQueryHandler<FindReleases> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute(wanted: FindReleases): Promise<FoundReleases> {
    const { organizationId, productId } = wanted;
    const named = await this.named(wanted);
    const productIds = productId === null ? [...new Set(named.map(({ product_id }) => product_id))] : [productId];
    if (productIds.length === 0) return { named: [], newest: [] };
    const [newest, products] = await Promise.all([
      this.newest(organizationId, productIds),
      this.queries.execute(new FindProducts(productIds)),
    ]);
    return { named: foundIn(named, products), newest: foundIn(newest, products) };
  }

  private named({ organizationId, asked, productId }: FindReleases): Promise<Row[]> {
    let query = releasesOf(this.em, [organizationId]).select(COLUMNS).where('r.status', 'in', ['published', 'yanked']);
    if (productId !== null) query = query.where('r.product_id', '=', productId);
    query =
      'version' in asked
        ? query.where('r.version_order', '=', versionOrder(asked.version))
        : query.where('r.id', 'in', ({ selectFrom }) =>
            selectFrom('releases.artifacts as a')
              .select('a.release_id')
              .where('a.organization_id', '=', organizationId)
              .where('a.sha256', '=', asked.sha256),
          );
    return query.orderBy('r.id').limit(MOST_NAMED).execute();
  }

  private newest(organizationId: string, productIds: readonly string[]): Promise<Row[]> {
    return releasesOf(this.em, [organizationId])
      .select(COLUMNS)
      .where('r.status', '=', 'published')
      .where('r.product_id', 'in', [...productIds])
      .orderBy('r.version_order', 'desc')
      .limit(MOST_NEWEST)
      .execute();
  }
}

/** Releases of products that were deleted are nobody's. */
const foundIn = (rows: readonly Row[], products: ReadonlyMap<string, ProductSnapshot>): FoundRelease[] =>
  rows.flatMap(({ product_id, version, channel, required_benefit_ids, published_at }) => {
    const product = products.get(product_id);
    if (!product || product.isDeleted) return [];
    return [
      {
        version,
        publishedAt: published_at!,
        benefitIds: product.benefitIds,
        requiredBenefitIds: required_benefit_ids,
        requiredValue: channel === 'stable' ? null : { name: 'release_channel', anyOf: openedBy(channel) },
      },
    ];
  });
