import { defineRequest, repeatable } from '#platform/http';
import {
  boolean,
  describeFields,
  describeInput,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  trimmed,
  uuid4,
  withDefault,
} from '#platform/wire';
import { VIEWED_LISTS } from '#support/saved-views';
import { SAVED_VIEW_TEXTS, savedFilters } from '../../queries/saved-view.view.ts';

const texts = describeInput('saved view');
const path = describeFields({ id: uuid4() }, texts.path);
const name = trimmed({ min: 1, max: 100 });
const { name: nameText, filters: filtersText } = SAVED_VIEW_TEXTS;

export const ListSavedViewsRequest = defineRequest({
  query: describeFields(
    { organization_id: repeatable(uuid4()), list: optional(oneOf(VIEWED_LISTS)) },
    { ...texts.filters, list: 'Returns only views of this list.' },
  ),
});

export const SaveViewRequest = defineRequest({
  body: strict(
    object(
      {
        list: oneOf(VIEWED_LISTS),
        name,
        filters: savedFilters,
        is_shared: withDefault(boolean(), () => false),
        organization_id: optional(nullable(uuid4())),
      },
      'SavedViewCreate',
      { ...SAVED_VIEW_TEXTS, organization_id: texts.body.organization_id },
    ),
  ),
});

export const OneSavedViewRequest = defineRequest({ path });

export const ChangeSavedViewRequest = defineRequest({
  path,
  body: strict(
    object({ name: optional(nullable(name)), filters: optional(nullable(savedFilters)) }, 'SavedViewUpdate', {
      name: nameText,
      filters: filtersText,
    }),
  ),
});
