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
  /** Pages of the seller to which the portal leads. */
  readonly renewalUrl?: string | null;
  readonly upgradeUrl?: string | null;
}

const MIN_LENGTH = 3;
const MAX_LENGTH = 64;

/** Removes duplicates; the first occurrence stays. */
export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

export function errorsOfDetails(
  { name, mediaIds = [], customFields = [] }: Partial<Details>,
  references: ProductReferences,
): FieldError[] {
  const length = name === undefined ? MIN_LENGTH : [...name].length;
  const message = `A name has ${MIN_LENGTH} to ${MAX_LENGTH} characters.`;
  return [
    ...(length < MIN_LENGTH || length > MAX_LENGTH ? [fieldError(['name'], message, name)] : []),
    ...mediaErrors(mediaIds, references),
    ...customFieldErrors(customFields, references),
  ];
}
