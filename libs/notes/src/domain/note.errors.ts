import { Conflict } from '#kernel';

export class TooManyNotes extends Conflict {
  constructor(most: number) {
    super(`A customer, a license key or an order has at most ${most} notes.`);
  }
}
