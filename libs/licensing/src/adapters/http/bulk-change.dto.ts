import { BULK_OUTCOMES } from '#support/bulk-changes';
import { defineRequest, paging, repeatable } from '#platform/http';
import { describeFields, describeInput, integer, list, nullable, object, oneOf, optional, strict, uuid4 } from '#platform/wire';
import { BulkActionView } from '../../queries/bulk-change.view.ts';
import { MOST_BULK_KEYS } from '../../queries/select-bulk-keys.ts';
import { KEY_FILTERS } from './key-search.dto.ts';

const texts = describeInput('bulk change');
const path = describeFields({ id: uuid4() }, texts.path);

const SET = {
  action: BulkActionView,
  ids: optional(list(uuid4(), { min: 1, max: 1_000 })),
  filter: optional(strict(object(KEY_FILTERS, 'LicenseKeyBulkFilter'))),
  organization_id: optional(nullable(uuid4())),
};

const TEXTS = {
  ...texts.body,
  action: 'What is done with each license key.',
  ids: 'The IDs of the license keys. Either this or `filter` is required.',
  filter: `All license keys that match these filters of \`GET /v1/license-keys/search\` now, at most ${MOST_BULK_KEYS}. An empty object matches all.`,
  expected_total: {
    text: 'How many license keys the preview showed. If there are more or fewer now, nothing is begun.',
    example: 50,
  },
};

export const PreviewBulkChangeRequest = defineRequest({ body: strict(object(SET, 'LicenseKeyBulkPreviewCreate', TEXTS)) });

export const BeginBulkChangeRequest = defineRequest({
  body: strict(object({ ...SET, expected_total: optional(integer({ ge: 1 })) }, 'LicenseKeyBulkChangeCreate', TEXTS)),
});

export const OneBulkChangeRequest = defineRequest({ path });

export const ListBulkChangesRequest = defineRequest({
  query: { ...describeFields({ organization_id: repeatable(uuid4()) }, texts.filters), ...paging },
});

export const ListBulkEntriesRequest = defineRequest({
  path,
  query: {
    ...describeFields({ outcome: optional(oneOf(BULK_OUTCOMES)) }, { outcome: 'Only license keys with this outcome.' }),
    ...paging,
  },
});
