import { fieldError, type FieldError } from '#kernel';
import type { Metadata } from './metadata.ts';
import { type AttachedCustomField, customFieldErrors, mediaErrors, type ProductReferences } from './product-references.ts';
import type { Visibility } from './visibility.ts';

export interface Details {
  readonly name: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly metadata: Metadata;
  readonly mediaIds: readonly string[];
  readonly customFields: readonly AttachedCustomField[];
}

const SHORTEST = 3;
const LONGEST = 64;

/** Removes duplicates; the first occurrence stays. */
export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

export function errorsOfDetails(
  { name, mediaIds = [], customFields = [] }: Partial<Details>,
  references: ProductReferences,
): FieldError[] {
  const length = name === undefined ? SHORTEST : [...name].length;
  const message = `A name has ${SHORTEST} to ${LONGEST} characters.`;
  return [
    ...(length < SHORTEST || length > LONGEST ? [fieldError(['name'], message, name)] : []),
    ...mediaErrors(mediaIds, references),
    ...customFieldErrors(customFields, references),
  ];
}
