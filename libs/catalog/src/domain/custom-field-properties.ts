import { fieldError, type FieldError } from '#kernel';

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
export interface FieldPropertiesOf {
  readonly text: Form & { readonly textarea?: boolean; readonly minLength?: number; readonly maxLength?: number };
  readonly number: Form & Range;
  readonly date: Form & Range;
  readonly checkbox: Form;
  readonly select: Form & { readonly options: readonly { readonly value: string; readonly label: string }[] };
}

export type CustomFieldType = keyof FieldPropertiesOf;

/** A type with the properties of that type. */
export type TypedFieldProperties = {
  [T in CustomFieldType]: { readonly type: T; readonly properties: FieldPropertiesOf[T] };
}[CustomFieldType];

/** Errors with paths relative to the properties. */
export function errorsOfFieldProperties({ type, properties }: TypedFieldProperties): FieldError[] {
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
