import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, type CustomerAccess, ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';

/** Whose order it has to be: that of an organization that a seller sees, or that of a customer. */
type Owner = { readonly access: Access } | { readonly customer: CustomerAccess };

/** Where the invoice or the receipt of an order is. Throws `ResourceNotFound` if there is none. */
export class GetOrderDocument extends Query<{ readonly url: string }> {
  constructor(
    readonly owner: Owner,
    readonly id: string,
    readonly kind: 'invoice' | 'receipt',
  ) {
    super();
  }
}

@QueryHandler(GetOrderDocument)
export class GetOrderDocumentHandler implements IQueryHandler<GetOrderDocument> {
  constructor(private readonly em: EntityManager) {}

  async execute({ owner, id, kind }: GetOrderDocument): Promise<{ readonly url: string }> {
    const order = readDb<EntitlementsTables>(this.em).selectFrom('entitlements.orders').select(kind).where('id', '=', id);
    const own =
      'access' in owner
        ? order.where(anyOf('organization_id', owner.access.visible))
        : order.where('organization_id', '=', owner.customer.organizationId).where('customer_id', '=', owner.customer.customerId);
    const document = (await own.executeTakeFirst())?.[kind];
    if (!document) throw new ResourceNotFound();
    return { url: document.url };
  }
}
