import type { FieldError } from '#kernel';
import type { Visibility } from './visibility.ts';

/** Properties of a benefit of type `custom`: a note that is shown to customers with a grant. */
export interface CustomProperties {
  readonly note: string | null;
}

export const defaultVisibility: Visibility = 'public';

export const errorsOf = (_any: CustomProperties): FieldError[] => [];

/** Trims the note; a blank one becomes null. */
export const normalized = ({ note }: CustomProperties): CustomProperties => ({ note: note?.trim() || null });

/** Grants do not copy the note, so they never have to be updated. */
export const termsDiffer = (): boolean => false;

export const expiryDiffers = (): boolean => false;
