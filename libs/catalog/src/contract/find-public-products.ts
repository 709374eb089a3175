import { Query } from '@nestjs/cqrs';
import type { MaybeStreamed } from '#support/streamed-lists';
import type { ProductView } from './product.view.ts';

/** The public products of an organization that are not archived, oldest first; at most 1,000, streamed if they are many. */
export class FindPublicProducts extends Query<MaybeStreamed<ProductView>> {
  constructor(readonly organizationId: string) {
    super();
  }
}
