export { addressFrom, AddressInput } from './address.ts';
export {
  byPresence,
  defaulting,
  type Fields,
  isPlainObject,
  list,
  nullable,
  object,
  type ObjectOf,
  optional,
  tagged,
} from './composite.ts';
export { country } from './country.ts';
export { currency } from './currency.ts';
export { type Field, type Infer, isEnough, type Issue, type JsonSchema, locate, MOST_ISSUES } from './field.ts';
export { email, httpUrl, locale } from './formats.ts';
export { metadata, type Scalars, scalars } from './metadata.ts';
export { boolean, INT32_MAX, integer, number } from './number.ts';
export { blankToNull, literal, oneOf, text, trimmed } from './text.ts';
export { awareTimestamp, timestamp } from './time.ts';
export { uuid4 } from './uuid.ts';
