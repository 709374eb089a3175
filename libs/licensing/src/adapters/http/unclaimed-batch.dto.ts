import { defineRequest, paging, repeatable } from '#platform/http';
import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  boolean,
  describeFields,
  describeInput,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  text,
  timestamp,
  uuid4,
  withDefault,
} from '#platform/wire';
import { CARD_LANGUAGES } from './key-cards.ts';
import { UnclaimedBatchView } from '../../queries/unclaimed-batch.view.ts';

const texts = describeInput('batch');
const path = describeFields({ id: uuid4() }, texts.path);
const name = text({ min: 1, ...SHORT_TEXT });

const BODY = {
  ...texts.body,
  name: { text: 'A name for the batch.', example: 'Bundle with Atlas, autumn' },
  benefit_id: 'The ID of the `license_keys` benefit of which the license keys are. It cannot be changed.',
  size: { text: 'How many keys to make.', example: 500 },
  claim_until: 'Until when keys can be claimed. `null` if always.',
  is_stopped: 'Whether keys that nobody has claimed are refused from now on. Those that were claimed stay.',
};

export const CreateUnclaimedBatchRequest = defineRequest({
  body: strict(
    object(
      {
        name,
        benefit_id: uuid4(),
        size: integer({ ge: 1, le: 10_000 }),
        claim_until: optional(nullable(timestamp())),
        organization_id: optional(nullable(uuid4())),
      },
      'LicenseKeyBatchCreate',
      BODY,
    ),
  ),
});

export const UpdateUnclaimedBatchRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        name: optional(nullable(name)),
        claim_until: optional(nullable(timestamp())),
        is_stopped: optional(nullable(boolean())),
      },
      'LicenseKeyBatchUpdate',
      BODY,
    ),
    UnclaimedBatchView,
  ),
});

export const OneUnclaimedBatchRequest = defineRequest({ path });

export const ListUnclaimedBatchesRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), benefit_id: repeatable(uuid4()) },
      { ...texts.filters, benefit_id: 'Returns only the batches of these benefits. Can be repeated.' },
    ),
    ...paging,
  },
});

export const ExportUnclaimedKeysRequest = defineRequest({
  path,
  query: describeFields(
    {
      format: withDefault(oneOf(['ndjson', 'csv', 'pdf']), () => 'ndjson' as const),
      paper: withDefault(oneOf(['a4', 'letter']), () => 'a4' as const),
      language: optional(oneOf(CARD_LANGUAGES)),
    },
    {
      format: 'One JSON object on each line, CSV, or a PDF with cards to print.',
      paper: 'The paper of a PDF.',
      language: 'The language of a PDF. By default that of the organization if a PDF can be written in it, else English.',
    },
  ),
});

export const ClaimRequest = defineRequest({
  body: strict(
    object({ key: text(LOOKUP_TEXT) }, 'LicenseKeyClaim', {
      key: { text: 'The key that nobody has claimed.', example: 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA' },
    }),
  ),
});
