import type { FieldError } from '#kernel';
import type { Visibility } from './visibility.ts';

/** What a benefit of type `custom` promises: whatever the note says to those who are granted it. */
export interface CustomProperties {
  readonly note: string | null;
}

export const visibleAtFirst: Visibility = 'public';

export const problemsOf = (_any: CustomProperties): FieldError[] => [];

/** The note without the spaces around it; one of nothing but spaces is none. */
export const normalized = ({ note }: CustomProperties): CustomProperties => ({ note: note?.trim() || null });

/** People read the note where it is; nothing was copied from it that would have to follow. */
export const termsDiffer = (): boolean => false;
