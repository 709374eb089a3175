export {
  LONGEST_TAG,
  MOST_DIFFERENT_TAGS,
  MOST_TAGS,
  plainTag,
  RecordTags,
  tagIn,
  type TaggedRecord,
  TagRepository,
  toTag,
  TooManyDifferentTags,
  type WhichRecord,
} from './tags.ts';
