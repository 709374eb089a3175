import type { Sync } from '#kernel';
import type { SavedView } from './saved-view.ts';

/** Selects a saved view by id within the given organizations: one that is shared, or one of the user. */
export interface WhichSavedView {
  readonly id: string;
  readonly organizations: readonly string[];
  readonly userId: string;
}

/**
 * The repository of saved views. Those that are not shared end with the membership of their owner. Names are compared case-insensitively:
 * those of a user for a list differ, and so do those that are shared.
 */
export abstract class SavedViews {
  /** Throws `SavedViewNameTaken` and, also if several are added at once, `TooManySavedViews`. */
  abstract add(view: SavedView): Promise<void>;

  /** Throws `ResourceNotFound` and `SavedViewNameTaken`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichSavedView, by: (view: SavedView) => Sync<T>): Promise<T>;

  /** Deletes a view if `check` does not throw. Throws `ResourceNotFound`. */
  abstract remove(which: WhichSavedView, check: (view: SavedView) => void): Promise<void>;
}
