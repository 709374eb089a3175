import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindBenefits, FindProductsWithBenefit } from '#catalog/contract';
import { type Access, ResourceNotFound } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { PortalUrl } from '#support/mails';
import { visibleBatches } from './visible-batches.ts';

/** What the cards of a batch say beside their keys. */
export interface BatchCards {
  readonly batchName: string;
  /** The product that brings the benefit; the benefit, if several do or none. */
  readonly productName: string;
  readonly sellerName: string;
  /** The portal, in which customers claim keys. */
  readonly claimUrl: string;
  readonly claimUntil: Date | null;
  readonly timeZone: string;
  /** The tag of the language in which the seller writes; null if it has none. */
  readonly language: string | null;
}

/** Throws `ResourceNotFound`. */
export class FindBatchCards extends Query<BatchCards> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(FindBatchCards)
export class FindBatchCardsHandler implements IQueryHandler<FindBatchCards> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly portal: PortalUrl,
  ) {}

  async execute({ access, id }: FindBatchCards): Promise<BatchCards> {
    const batch = await visibleBatches(this.em, access.visible)
      .select(['organization_id', 'name', 'benefit_id', 'claim_until'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!batch) throw new ResourceNotFound();
    const { organization_id: organizationId, benefit_id: benefitId } = batch;
    const [organizations, benefits, products] = await Promise.all([
      this.queries.execute(new FindOrganizations([organizationId])),
      this.queries.execute(new FindBenefits([benefitId])),
      this.queries.execute(new FindProductsWithBenefit(organizationId, benefitId, 2)),
    ]);
    const { name, slug, timeZone, sender } = organizations.get(organizationId)!;
    return {
      batchName: batch.name,
      productName: products.length === 1 ? products[0]!.name : benefits.get(benefitId)!.description,
      sellerName: name,
      claimUrl: `${this.portal.portalUrl}/portal/${slug}`,
      claimUntil: batch.claim_until,
      timeZone,
      language: sender.language,
    };
  }
}
