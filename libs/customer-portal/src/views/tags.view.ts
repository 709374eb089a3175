import { LOOKUP_TEXT } from '#support/texts';
import { LONGEST_TAG, MOST_DIFFERENT_TAGS, MOST_TAGS, plainTag } from '#support/tags';
import {
  boolean,
  defineField,
  type Field,
  type Infer,
  integer,
  list,
  object,
  strict,
  text,
  trimmed,
  uuid4,
} from '#platform/wire';

const RULES = `A tag has 1 to ${LONGEST_TAG} characters, no commas and no control characters, and is stored in lower case.`;
const lookup = text(LOOKUP_TEXT);

/** A text that is compared with tags. */
export const comparedTag: Field<string> = defineField({
  schema: lookup.schema,
  read: (input, issues) => {
    const before = issues.length;
    const given = lookup.read(input, issues);
    return issues.length > before ? given : plainTag(given);
  },
});

/** What a parameter `tag` does to a list of records. */
export const withOneTag = (records: string): string =>
  `Returns only ${records} with one of these tags, in any case. Can be repeated. An extension.`;

const EXAMPLE = ['reseller', 'vip'];

export const TagsView = object({ tags: list(text()) }, 'Tags', {
  tags: { text: 'The tags, in lower case and in alphabetical order.', example: EXAMPLE },
});
export type TagsView = Infer<typeof TagsView>;

export const TaggedRecordsView = object(
  {
    items: list(
      object({ id: uuid4(), tags: list(text()) }, 'TaggedRecord', {
        id: 'The ID of the record.',
        tags: { text: 'Its tags, in lower case and in alphabetical order.', example: EXAMPLE },
      }),
    ),
  },
  'TaggedRecords',
  { items: 'The records that have tags, in no order.' },
);
export type TaggedRecordsView = Infer<typeof TaggedRecordsView>;

export const TagsBody = strict(
  object({ tags: list(trimmed({ min: 1, max: LONGEST_TAG }), { max: MOST_TAGS }) }, 'TagsUpdate', {
    tags: { text: `All tags from now on, at most ${MOST_TAGS}. ${RULES}`, example: EXAMPLE },
  }),
);

export const UsedTagsView = object(
  {
    items: list(
      object({ tag: text(), records: integer(), is_exact: boolean() }, 'UsedTag', {
        tag: { text: 'The tag.', example: 'vip' },
        records: { text: 'How many have it, at most 1,000.', example: 12 },
        is_exact: 'Whether no more than `records` have it.',
      }),
    ),
  },
  'UsedTags',
  { items: `The tags in alphabetical order, at most ${MOST_DIFFERENT_TAGS} of an organization.` },
);
export type UsedTagsView = Infer<typeof UsedTagsView>;
