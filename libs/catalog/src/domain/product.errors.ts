import { Conflict } from '#kernel';

export class ProductNotDeletable extends Conflict {
  constructor() {
    super('Product is in use and cannot be deleted.');
  }
}
