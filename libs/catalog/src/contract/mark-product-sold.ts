import { Command } from '@nestjs/cqrs';

/**
 * Sent before a purchase is created: from then on the product cannot be deleted. Throws `ResourceNotFound` if the product is
 * already deleted or belongs to another organization.
 */
export class MarkProductSold extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly productId: string,
  ) {
    super();
  }
}
