import { fieldError, type FieldError } from '#kernel';
import type { SellingSettings } from './selling-settings.ts';

export interface AttachedCustomField {
  readonly customFieldId: string;
  readonly required: boolean;
}

/** What a product can refer to: existing ids of its organization, and the selling settings of the organization. */
export interface ProductReferences {
  readonly rules: SellingSettings;
  /** Ids of uploaded files for products. */
  readonly medias: ReadonlySet<string>;
  readonly customFields: ReadonlySet<string>;
}

export interface BenefitReference {
  readonly organizationId: string;
  readonly selectable: boolean;
}

export const mediaErrors = (ids: readonly string[], { medias }: ProductReferences): FieldError[] =>
  ids.flatMap((id, index) =>
    medias.has(id) ? [] : [fieldError(['medias', index], 'File does not exist or is not yet uploaded.', id)],
  );

export function customFieldErrors(attached: readonly AttachedCustomField[], { customFields }: ProductReferences): FieldError[] {
  const seen = new Set<string>();
  return attached.flatMap(({ customFieldId: id }, index) => {
    const isDuplicate = seen.has(id);
    seen.add(id);
    if (!isDuplicate && customFields.has(id)) return [];
    const message = isDuplicate ? 'Custom field is already attached.' : 'Custom field does not exist.';
    return [fieldError(['attachedCustomFields', index, 'customFieldId'], message, id)];
  });
}

/** Benefits that are not selectable are managed by the service: they can be neither added nor removed. */
export function benefitErrors(
  ids: readonly string[],
  present: readonly string[],
  benefits: ReadonlyMap<string, BenefitReference>,
  organizationId: string,
): FieldError[] {
  const fixed = present.filter((id) => benefits.get(id)?.selectable === false);
  const added = ids.flatMap((id, index) => {
    const message = benefitErrorMessage(benefits.get(id), organizationId, fixed.includes(id));
    return message ? [fieldError(['benefits', index], message, id)] : [];
  });
  const removed = fixed.filter((id) => !ids.includes(id));
  return [...added, ...removed.map((id) => fieldError(['benefits'], 'Benefit is not selectable.', id))];
}

function benefitErrorMessage(
  benefit: BenefitReference | undefined,
  organizationId: string,
  isPresent: boolean,
): string | undefined {
  if (!benefit) return 'Benefit does not exist.';
  if (benefit.organizationId !== organizationId) return 'Benefit must be on the same organization as the product.';
  return benefit.selectable || isPresent ? undefined : 'Benefit is not selectable.';
}
