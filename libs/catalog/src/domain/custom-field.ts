import { AggregateRoot, applyChanges, fieldError, ValidationFailed, newId, type FieldError } from '#kernel';
import type { Metadata } from './metadata.ts';

/** Texts of the form field. */
interface Form {
  readonly formLabel?: string;
  readonly formHelpText?: string;
  readonly formPlaceholder?: string;
}

/** Bounds of numbers, or of dates as Unix timestamps. */
interface Range {
  readonly ge?: number;
  readonly le?: number;
}

/** The properties of each type of custom field. */
interface FieldPropertiesOf {
  readonly text: Form & { readonly textarea?: boolean; readonly minLength?: number; readonly maxLength?: number };
  readonly number: Form & Range;
  readonly date: Form & Range;
  readonly checkbox: Form;
  readonly select: Form & { readonly options: readonly { readonly value: string; readonly label: string }[] };
}

type CustomFieldType = keyof FieldPropertiesOf;

/** A type with the properties of that type. */
export type TypedFieldProperties = {
  [T in CustomFieldType]: { readonly type: T; readonly properties: FieldPropertiesOf[T] };
}[CustomFieldType];

/** Errors with paths relative to the properties. */
function errorsOfFieldProperties({ type, properties }: TypedFieldProperties): FieldError[] {
  switch (type) {
    case 'text': {
      const { minLength = 0, maxLength = Infinity } = properties;
      return minLength <= maxLength ? [] : [fieldError(['maxLength'], 'It must not be less than the minimum.', maxLength)];
    }
    case 'number':
    case 'date': {
      const { ge = -Infinity, le = Infinity } = properties;
      return ge <= le ? [] : [fieldError(['le'], 'It must not be less than the lower bound.', le)];
    }
    case 'select':
      return properties.options.length > 0 ? [] : [fieldError(['options'], 'At least one option is required.', [])];
    case 'checkbox':
      return [];
  }
}

interface Details {
  /** The key of the field's values: lower-case letters, digits, `-` and `_`; unique in the organization. */
  readonly slug: string;
  readonly name: string;
  readonly metadata: Metadata;
}

export type NewCustomField = TypedFieldProperties & Details & { readonly organizationId: string };

/** `undefined` leaves a value unchanged. `type` is required and has to be the current one. */
export type CustomFieldChanges = Partial<Details> & {
  readonly type: string;
  readonly properties?: TypedFieldProperties['properties'];
};

const SLUG = /^[a-z0-9_-]+$/;
const MAX_LENGTH = 255;

export interface CustomFieldState {
  readonly id: string;
  readonly organizationId: string;
  readonly type: CustomFieldType;
  slug: string;
  name: string;
  properties: TypedFieldProperties['properties'];
  metadata: Metadata;
  deletedAt: Date | null;
}

/** A question that a seller asks buyers. Its type cannot change. */
export class CustomField extends AggregateRoot<CustomFieldState> {
  static create(attributes: NewCustomField): CustomField {
    check(attributes);
    return new CustomField({ ...attributes, id: newId('custom-field'), deletedAt: null });
  }

  /** `properties` are replaced as a whole. */
  update({ type, ...changes }: CustomFieldChanges): void {
    if (type !== this.state.type) throw ValidationFailed.at(['type'], 'Custom field type cannot be changed.', type);
    const { slug = this.state.slug, name = this.state.name, properties = this.state.properties } = changes;
    check({ type: this.state.type, slug, name, properties } as NewCustomField);

    applyChanges<Required<typeof changes>>(this.state, changes);
  }

  /** Products that the field is attached to no longer ask for it. */
  delete(now: Date): void {
    this.state.deletedAt = now;
  }
}

export const slugTaken = (slug: string): ValidationFailed =>
  ValidationFailed.at(['slug'], 'Custom field with this slug already exists.', slug);

function check(field: Pick<NewCustomField, 'slug' | 'name'> & TypedFieldProperties): void {
  const fits = (text: string) => text !== '' && [...text].length <= MAX_LENGTH;
  const errors = [
    ...(SLUG.test(field.slug) && fits(field.slug)
      ? []
      : [fieldError(['slug'], `A slug has 1 to ${MAX_LENGTH} lower-case letters, digits, hyphens and underscores.`, field.slug)]),
    ...(fits(field.name) ? [] : [fieldError(['name'], `A name has 1 to ${MAX_LENGTH} characters.`, field.name)]),
    ...errorsOfFieldProperties(field).map((each) => ({ ...each, path: ['properties', ...each.path] })),
  ];
  ValidationFailed.throwIfAny(errors);
}
