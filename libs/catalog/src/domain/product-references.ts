import type { FieldError } from '#kernel';
import type { SellingSettings } from './selling-settings.ts';

export interface AttachedCustomField {
  readonly customFieldId: string;
  readonly required: boolean;
}

/** What a product can be made of: ids of things that exist in its organization, and how the organization sells. */
export interface ProductReferences {
  readonly rules: SellingSettings;
  /** Uploaded, and meant for products. */
  readonly medias: ReadonlySet<string>;
  readonly customFields: ReadonlySet<string>;
}

export interface KnownBenefit {
  readonly organizationId: string;
  readonly selectable: boolean;
}

const wrong = (at: FieldError['at'], message: string, input: unknown): FieldError => ({
  at,
  message,
  type: 'value_error',
  input,
});

export const mediaErrors = (ids: readonly string[], { medias }: ProductReferences): FieldError[] =>
  ids.flatMap((id, index) =>
    medias.has(id) ? [] : [wrong(['medias', index], 'File does not exist or is not yet uploaded.', id)],
  );

export function customFieldErrors(attached: readonly AttachedCustomField[], { customFields }: ProductReferences): FieldError[] {
  const seen = new Set<string>();
  return attached.flatMap(({ customFieldId: id }, index) => {
    const again = seen.has(id);
    seen.add(id);
    if (!again && customFields.has(id)) return [];
    const message = again ? 'Custom field is already attached.' : 'Custom field does not exist.';
    return [wrong(['attachedCustomFields', index, 'customFieldId'], message, id)];
  });
}

/** Benefits that are not selectable were put on the product by the service, and stay there. */
export function benefitErrors(
  ids: readonly string[],
  present: readonly string[],
  known: ReadonlyMap<string, KnownBenefit>,
  organizationId: string,
): FieldError[] {
  const fixed = present.filter((id) => known.get(id)?.selectable === false);
  const added = ids.flatMap((id, index) => {
    const message = refusalOf(known.get(id), organizationId, fixed.includes(id));
    return message ? [wrong(['benefits', index], message, id)] : [];
  });
  const removed = fixed.filter((id) => !ids.includes(id));
  return [...added, ...removed.map((id) => wrong(['benefits'], 'Benefit is not selectable.', id))];
}

function refusalOf(benefit: KnownBenefit | undefined, organizationId: string, isPresent: boolean): string | undefined {
  if (!benefit) return 'Benefit does not exist.';
  if (benefit.organizationId !== organizationId) return 'Benefit must be on the same organization as the product.';
  return benefit.selectable || isPresent ? undefined : 'Benefit is not selectable.';
}
