import { defineRequest } from '#platform/http';
import {
  boolean,
  described,
  describeFields,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  trimmed,
  uuid4,
  withDefault,
} from '#platform/wire';
import { VIEWED_LISTS } from '../../domain/saved-view.ts';
import { SAVED_VIEW_TEXTS, savedFilters } from '../../queries/saved-view.view.ts';

const id = described(uuid4(), 'The ID of the organization.');
const which = { id, view_id: described(uuid4(), 'The ID of the saved view.') };
const name = trimmed({ min: 1, max: 100 });
const { name: nameText, filters: filtersText } = SAVED_VIEW_TEXTS;

export const ListSavedViewsRequest = defineRequest({
  path: { id },
  query: describeFields({ list: optional(oneOf(VIEWED_LISTS)) }, { list: 'Returns only views of this list.' }),
});

export const SaveViewRequest = defineRequest({
  path: { id },
  body: strict(
    object(
      { list: oneOf(VIEWED_LISTS), name, filters: savedFilters, is_shared: withDefault(boolean(), () => false) },
      'SavedViewCreate',
      SAVED_VIEW_TEXTS,
    ),
  ),
});

export const OneSavedViewRequest = defineRequest({ path: which });

export const ChangeSavedViewRequest = defineRequest({
  path: which,
  body: strict(
    object({ name: optional(nullable(name)), filters: optional(nullable(savedFilters)) }, 'SavedViewUpdate', {
      name: nameText,
      filters: filtersText,
    }),
  ),
});
