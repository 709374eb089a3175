import type { FieldError } from '#kernel';
import type { Visibility } from './visibility.ts';

/** The rules of one type of benefits, whose properties are `P`. */
export interface BenefitRules<P> {
  /** Default visibility of a new benefit. */
  readonly defaultVisibility: Visibility;
  /** Set if every benefit of the type has the default visibility. */
  readonly visibilityIsFixed?: boolean;
  /** Errors with paths relative to the properties. */
  errorsOf(properties: P): FieldError[];
  /** What was sent of properties that are sent one by one, with what they were. Left out where they are replaced as a whole. */
  merged?(before: P, sent: P): P;
  /** The canonical form of the properties, as it is stored. */
  normalized(properties: P): P;
  /** True if existing grants have to be updated. */
  termsDiffer(before: P, after: P): boolean;
  /** True if the expiry of what was granted has to be calculated anew. */
  expiryDiffers(before: P, after: P): boolean;
  /** True if existing purchases may have to bring more or fewer grants. Left out where a purchase brings one. */
  quantityDiffers?(before: P, after: P): boolean;
}
