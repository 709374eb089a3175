export { alwaysNull } from './always-null.ts';
export { addressFrom, AddressInput, country, currency } from './address.ts';
export {
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
export { jsonMaker } from './json-maker.ts';
export { described, describeFields, describeInput, describeResource } from './descriptions.ts';
export { defineField, type Field, type Fields, type Infer, type Issue, prefixPath } from './field.ts';
export { email, emailFilter, httpUrl, ipAddress, isEmailAddress, locale } from './formats.ts';
export { mapOf } from './map.ts';
export { metadata, type Scalars, scalarMap } from './metadata.ts';
export { boolean, INT32_MAX, integer, number } from './number.ts';
export { refusing, strict } from './strict.ts';
export { blankToNull, literal, oneOf, text, trimmed } from './text.ts';
export { date } from './date.ts';
export { awareTimestamp, timestamp } from './time.ts';
export { timeZone } from './time-zone.ts';
export { uuid4 } from './uuid.ts';
export { addedSince, changesOf, since } from './view-changes.ts';
export { type FieldsFor, fieldPicker, viewMaker } from './view.ts';
