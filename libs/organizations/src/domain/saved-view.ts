import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';
import type { ViewedList } from '#support/saved-views';
import { TooManySavedViews } from './saved-view.errors.ts';

/** How many a user keeps in an organization, and how many an organization has in common. */
export const MOST_OWN_VIEWS = 100;
export const MOST_SHARED_VIEWS = 200;
/** The most that all names and values of the filters have together. */
const MOST_CHARACTERS = 4_000;

/** What the address of the list has: the names of its filters with their values, by name. Nothing here understands them. */
export type SavedFilters = readonly (readonly [name: string, value: string])[];

interface Details {
  name: string;
  filters: SavedFilters;
}

export interface SavedViewState extends Details {
  readonly id: string;
  readonly organizationId: string;
  readonly list: ViewedList;
  readonly authorId: string;
  /** The member who alone has it: the author. Null if it is shared with the organization. */
  readonly ownerId: string | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

export type NewSavedView = Pick<SavedViewState, 'organizationId' | 'list' | 'authorId' | 'ownerId'> & Readonly<Details>;

/** `undefined` leaves a value unchanged. */
export type SavedViewChanges = Partial<Readonly<Details>>;

/** The filters of a list under a name. */
export class SavedView extends AggregateRoot<SavedViewState> {
  static create(attributes: NewSavedView, now: Date): SavedView {
    const filters = checkedFilters(attributes.filters);
    return new SavedView({ ...attributes, filters, id: newId('saved_view'), createdAt: now, modifiedAt: null });
  }

  /** Throws if the user or the organization cannot have it beside others. */
  assertFits(others: number): void {
    const most = this.isShared ? MOST_SHARED_VIEWS : MOST_OWN_VIEWS;
    if (others >= most) throw new TooManySavedViews(most, this.isShared);
  }

  get isShared(): boolean {
    return this.state.ownerId === null;
  }

  isBy(userId: string): boolean {
    return this.state.authorId === userId;
  }

  update({ name, filters }: SavedViewChanges, now: Date): void {
    const changes = { name, filters: filters && checkedFilters(filters) };
    if (applyChanges<Details>(this.state, changes).length > 0) this.state.modifiedAt = now;
  }
}

function checkedFilters(filters: SavedFilters): SavedFilters {
  if (filters.flat().join('').length > MOST_CHARACTERS)
    throw ValidationFailed.at(['filters'], `The filters have at most ${MOST_CHARACTERS} characters together.`, null, 'too_long');
  return filters.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
