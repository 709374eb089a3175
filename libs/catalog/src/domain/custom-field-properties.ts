import type { FieldError } from '#kernel';

/** What a form says beside the field. */
interface Form {
  readonly formLabel?: string;
  readonly formHelpText?: string;
  readonly formPlaceholder?: string;
}

/** Of numbers, or of points in time as Unix timestamps. */
interface Range {
  readonly ge?: number;
  readonly le?: number;
}

/** What each type of custom field asks for. What is left out does not matter. */
export interface FieldPropertiesOf {
  readonly text: Form & { readonly textarea?: boolean; readonly minLength?: number; readonly maxLength?: number };
  readonly number: Form & Range;
  readonly date: Form & Range;
  readonly checkbox: Form;
  readonly select: Form & { readonly options: readonly { readonly value: string; readonly label: string }[] };
}

export type CustomFieldType = keyof FieldPropertiesOf;

/** A type together with properties of that type. */
export type Asked = {
  [T in CustomFieldType]: { readonly type: T; readonly properties: FieldPropertiesOf[T] };
}[CustomFieldType];

const wrong = (at: FieldError['at'], message: string, input: unknown): FieldError[] => [
  { at, message, type: 'value_error', input },
];

/** What is wrong with them; `at` is within the properties. */
export function problemsOfAsked({ type, properties }: Asked): FieldError[] {
  switch (type) {
    case 'text': {
      const { minLength = 0, maxLength = Infinity } = properties;
      return minLength <= maxLength ? [] : wrong(['maxLength'], 'It must not be less than the minimum.', maxLength);
    }
    case 'number':
    case 'date': {
      const { ge = -Infinity, le = Infinity } = properties;
      return ge <= le ? [] : wrong(['le'], 'It must not be less than the lower bound.', le);
    }
    case 'select':
      return properties.options.length > 0 ? [] : wrong(['options'], 'At least one option is required.', []);
    case 'checkbox':
      return [];
  }
}
