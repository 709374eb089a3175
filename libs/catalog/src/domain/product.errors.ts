import { DomainError } from '#kernel';

export class ProductNotDeletable extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('Product is in use and cannot be deleted.');
  }
}
