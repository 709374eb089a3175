import type { FieldError } from '#kernel';
import type { Visibility } from './visibility.ts';

/** A benefit of type `feature_flag` has no properties: programs check whether a customer has it. */
export type FeatureFlagProperties = { readonly [key in never]: never };

/** Flags are for the seller's programs, so customers do not see them by default. */
export const defaultVisibility: Visibility = 'private';

export const errorsOf = (_any: FeatureFlagProperties): FieldError[] => [];

export const normalized = (_any: FeatureFlagProperties): FeatureFlagProperties => ({});

export const termsDiffer = (): boolean => false;

export const expiryDiffers = (): boolean => false;
