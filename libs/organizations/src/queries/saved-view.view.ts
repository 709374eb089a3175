import {
  boolean,
  described,
  describeResource,
  type Infer,
  list,
  mapOf,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { VIEWED_LISTS } from '#support/saved-views';

const { metadata: _metadata, ...texts } = describeResource('saved view');

/** The parameters of an address: those of the lists of the console are lower-case words. */
export const savedFilters = mapOf(text({ max: 40, pattern: /^[a-z_]+$/ }), text({ min: 1, max: 1_000 }), { max: 20 });

export const SAVED_VIEW_TEXTS = {
  list: 'The list of the console.',
  name: { text: 'What it is called.', example: 'Expire soon' },
  filters: {
    text: 'The parameters in the address of the list in the console, such as its filters and its order. They are not checked.',
    example: { expiry: 'week', status: 'granted' },
  },
  is_shared: 'Whether everybody in the organization has it, and not only who saved it.',
};

export const SavedViewView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    list: oneOf(VIEWED_LISTS),
    name: text(),
    filters: savedFilters,
    is_shared: boolean(),
    author_id: uuid4(),
  },
  'SavedView',
  { ...texts, ...SAVED_VIEW_TEXTS, author_id: 'The ID of the user who saved it.' },
);
export type SavedViewView = Infer<typeof SavedViewView>;

export const SavedViewsView = object({ items: described(list(SavedViewView), 'The saved views, by name.') }, 'SavedViews');
export type SavedViewsView = Infer<typeof SavedViewsView>;
