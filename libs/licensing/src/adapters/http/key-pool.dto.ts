import { defineRequest, paging, repeatable } from '#platform/http';
import { SHORT_TEXT } from '#support/texts';
import {
  boolean,
  describeFields,
  describeInput,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import { ENTRY_STATUSES, KeyPoolView } from '../../queries/key-pool.view.ts';

const texts = describeInput('pool');
const path = describeFields({ id: uuid4() }, texts.path);
const name = text({ min: 1, ...SHORT_TEXT });
const lowThreshold = integer({ ge: 0, le: 100_000 });

const BODY = {
  ...texts.body,
  name: { text: 'A name for the pool.', example: 'Keys from the publisher, batch 7' },
  benefit_id: 'The ID of a `license_keys` benefit that has no pool yet. It cannot be changed.',
  low_threshold: {
    text: '`license_key_pool.low` is published when the number of available entries comes down to this. 10 by default.',
    example: 100,
  },
};

export const CreateKeyPoolRequest = defineRequest({
  body: strict(
    object(
      {
        name,
        benefit_id: uuid4(),
        low_threshold: withDefault(lowThreshold, () => 10),
        organization_id: optional(nullable(uuid4())),
      },
      'LicenseKeyPoolCreate',
      BODY,
    ),
  ),
});

export const UpdateKeyPoolRequest = defineRequest({
  path,
  body: strict(
    object({ name: optional(nullable(name)), low_threshold: optional(nullable(lowThreshold)) }, 'LicenseKeyPoolUpdate', BODY),
    KeyPoolView,
  ),
});

export const OneKeyPoolRequest = defineRequest({ path });

export const ListKeyPoolsRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), benefit_id: repeatable(uuid4()) },
      { ...texts.filters, benefit_id: 'Returns only the pools of these benefits. Can be repeated.' },
    ),
    ...paging,
  },
});

export const AddEntriesRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        entries: list(text({ min: 1, max: 255 }), { min: 1, max: 10_000 }),
        allow_short_key: withDefault(boolean(), () => false),
      },
      'LicenseKeyPoolEntriesCreate',
      {
        entries: {
          text:
            'The keys to add, in the order in which they are to become license keys, each unique within the organization, of 16 to 255 ' +
            'characters or, with `allow_short_key`, of 1 to 255.',
          example: ['PUBLISHER-7F3K-92QX-0001'],
        },
        allow_short_key: 'Accepts keys of fewer than 16 characters. Such license keys can be guessed.',
      },
    ),
  ),
});

export const ListEntriesRequest = defineRequest({
  path,
  query: {
    ...describeFields({ status: optional(oneOf(ENTRY_STATUSES)) }, { status: 'Returns only entries with this status.' }),
    ...paging,
  },
});

export const OneEntryRequest = defineRequest({
  path: describeFields({ id: uuid4(), entry_id: uuid4() }, { ...texts.path, entry_id: 'The ID of the entry.' }),
});

export const ListWaitingGrantsRequest = defineRequest({ path, query: paging });
