import { Command } from '@nestjs/cqrs';

/**
 * Said before somebody buys: from now on the product cannot be deleted. Refused with `ResourceNotFound` when it already is,
 * or belongs to another organization.
 */
export class MarkProductSold extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly productId: string,
  ) {
    super();
  }
}
