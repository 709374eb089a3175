export { alwaysNull } from './always-null.ts';
export { addressFrom, AddressInput } from './address.ts';
export {
  bounded,
  unionByKey,
  withDefault,
  isPlainObject,
  list,
  nullable,
  object,
  objectOr,
  type ObjectOf,
  optional,
  discriminatedUnion,
} from './composite.ts';
export { cursor, cursorField, cursorOf, type Position } from './cursor.ts';
export { country, currency } from './iso-codes.ts';
export { jsonMaker, JsonText } from './json-text.ts';

export { described, describeFields, describeInput, describeResource } from './descriptions.ts';
export {
  defineField,
  type Field,
  type Fields,
  ignoredWith,
  type IgnoredField,
  type Infer,
  type Issue,
  prefixPath,
  readInSlices,
  MAX_ISSUES,
} from './field.ts';
export { email, emailFilter, httpUrl, ipAddress, isEmailAddress, locale } from './formats.ts';
export { normalAddress, prefixOf64 } from './ip-address.ts';
export type { JsonSchema } from './json-schema.ts';
export { mapOf } from './map.ts';
export { metadata, type Scalars, scalarMap } from './metadata.ts';
export { boolean, INT32_MAX, integer, number } from './number.ts';
export { isSecretName } from './secret-names.ts';
export { refusing, strict } from './strict.ts';
export { blankToNull, literal, oneOf, text, trimmed } from './text.ts';
export { LONG_TEXT, LOOKUP_TEXT, SHORT_TEXT } from './text-limits.ts';
export { allItems, mapList, type MaybeStreamed, type Streamed, StreamedList } from './streamed-list.ts';
export { date } from './date.ts';
export { awareTimestamp, timestamp } from './time.ts';
export { timeZone, UNKNOWN_TIME_ZONE } from './time-zone.ts';
export { uuid4 } from './uuid.ts';
export { addedSince, changesOf, changesWithin, hasChanges, since } from './view-changes.ts';
export {
  camelCased,
  deeplyCamelCased,
  type DeeplyCamelCased,
  deeplySnakeCased,
  type FieldsFor,
  fieldPicker,
  type SnakeCased,
  viewMaker,
} from './view.ts';
