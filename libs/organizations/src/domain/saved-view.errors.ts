import { Conflict } from '#kernel';

export class TooManySavedViews extends Conflict {
  constructor(most: number, isShared: boolean) {
    super(`${isShared ? 'An organization shares' : 'A user keeps'} at most ${most} saved views. Delete one first.`);
  }
}

export class SavedViewNameTaken extends Conflict {
  constructor() {
    super('There is a saved view of this list with the same name.');
  }
}
