import { Query } from '@nestjs/cqrs';
import type { ProductView } from './product.view.ts';

/** The public products of an organization that are not archived, oldest first; at most 1,000. */
export class FindPublicProducts extends Query<ProductView[]> {
  constructor(readonly organizationId: string) {
    super();
  }
}
