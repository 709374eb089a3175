import type { FieldError } from '#kernel';
import type { Visibility } from './visibility.ts';

/** A benefit of type `feature_flag` promises nothing but itself: a program asks whether a customer has it. */
export type FeatureFlagProperties = { readonly [key in never]: never };

/** A flag is between the seller's programs; customers are not shown it unless the seller says so. */
export const visibleAtFirst: Visibility = 'private';

export const problemsOf = (_any: FeatureFlagProperties): FieldError[] => [];

export const normalized = (_any: FeatureFlagProperties): FeatureFlagProperties => ({});

export const termsDiffer = (): boolean => false;
