import { Refusal } from '#kernel';

export class ProductNotDeletable extends Refusal {
  readonly kind = 'conflict';

  constructor() {
    super('Product is in use and cannot be deleted.');
  }
}
