import { Query } from '@nestjs/cqrs';
import type { ProductView } from './product.view.ts';

/** What an organization offers to everybody, oldest first: public products that are not archived, at most a thousand. */
export class FindPublicProducts extends Query<ProductView[]> {
  constructor(readonly organizationId: string) {
    super();
  }
}
