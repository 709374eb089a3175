export {
  formattedForm,
  frontOf,
  hasDefaultFormat,
  normalForm,
  plainForm,
  trimCopied,
  withoutBidiControls,
} from './typed-text.ts';
export { folded, spellingsOf } from './folded.ts';
export type { KeyFormat } from './key-format.ts';
export {
  type CarriedValue,
  isCarried,
  LONGEST_KEY,
  placeOfSignedKey,
  SIGNED_KEY_MARK,
  signedKey,
  type SignedKeyFormat,
  signedKeyLength,
} from './signed-key.ts';
export { anonymizedEmail, pseudonymOf } from './pseudonym.ts';
export { isStorable } from './storable.ts';
export {
  type CamelCased,
  camelCased,
  deeplyCamelCased,
  type DeeplyCamelCased,
  deeplySnakeCased,
  renameKeys,
  type SnakeCase,
  type SnakeCased,
  toCamelCase,
  toSnakeCase,
} from './snake-case.ts';
export { asUuid, digestUuid } from './text-uuids.ts';
export { LONG_TEXT, LOOKUP_TEXT, SHORT_TEXT } from './text-limits.ts';
