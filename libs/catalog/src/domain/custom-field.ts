import { AggregateRoot, ValidationFailed, newId, type FieldError } from '#kernel';
import { type Asked, type CustomFieldType, problemsOfAsked } from './custom-field-properties.ts';
import type { Metadata } from './metadata.ts';

interface Details {
  /** Under which a value is kept: lower-case letters, digits, `-` and `_`; unique in the organization. */
  readonly slug: string;
  readonly name: string;
  readonly metadata: Metadata;
}

export type NewCustomField = Asked & Details & { readonly organizationId: string };

/** What is undefined stays as it is. The type has to be named, and stays. */
export type CustomFieldChanges = Partial<Details> & { readonly type: string; readonly properties?: Asked['properties'] };

const SLUG = /^[a-z0-9_-]+$/;
const LONGEST = 255;

/** Something that a seller wants to know of whoever buys. Its type is for life. */
export class CustomField extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly type: CustomFieldType;
  readonly slug: string;
  readonly name: string;
  readonly properties: Asked['properties'];
  readonly metadata: Metadata;
  readonly deletedAt: Date | null;

  constructor(birth: NewCustomField) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.type = birth.type;
    this.slug = birth.slug;
    this.name = birth.name;
    this.properties = birth.properties;
    this.metadata = birth.metadata;
    this.deletedAt = null;
  }

  static create(birth: NewCustomField): CustomField {
    check(birth);
    return new CustomField(birth);
  }

  /** The properties are replaced as a whole. */
  update({ type, ...changes }: CustomFieldChanges): void {
    if (type !== this.type) throw ValidationFailed.at(['type'], 'Custom field type cannot be changed.', type);
    const { slug = this.slug, name = this.name, metadata = this.metadata, properties = this.properties } = changes;
    check({ type: this.type, slug, name, properties } as NewCustomField);
    Object.assign(this, { slug, name, metadata, properties });
  }

  /** Products that it is attached to ask for it no more. */
  delete(at: Date): void {
    Object.assign(this, { deletedAt: at });
  }
}

export const slugTaken = (slug: string): ValidationFailed =>
  ValidationFailed.at(['slug'], 'Custom field with this slug already exists.', slug);

function check(field: Pick<NewCustomField, 'slug' | 'name'> & Asked): void {
  const wrong = (at: string, message: string, input: unknown): FieldError => ({ at: [at], message, type: 'value_error', input });
  const fits = (text: string) => text !== '' && [...text].length <= LONGEST;
  const problems = [
    ...(SLUG.test(field.slug) && fits(field.slug)
      ? []
      : [wrong('slug', `A slug has 1 to ${LONGEST} lower-case letters, digits, hyphens and underscores.`, field.slug)]),
    ...(fits(field.name) ? [] : [wrong('name', `A name has 1 to ${LONGEST} characters.`, field.name)]),
    ...problemsOfAsked(field).map((each) => ({ ...each, at: ['properties', ...each.at] })),
  ];
  if (problems.length > 0) throw new ValidationFailed(problems);
}
