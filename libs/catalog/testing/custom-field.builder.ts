import { CustomField, type NewCustomField, type TypedFieldProperties } from '../src/domain/custom-field.ts';
import { ORGANIZATION } from './benefit.builder.ts';

let count = 0;

/** `aCustomField().called('vat').asking({ type: 'text', properties: { maxLength: 20 } }).build()` */
export class CustomFieldBuilder {
  private typedProperties: TypedFieldProperties = { type: 'text', properties: {} };
  private attributes: Omit<NewCustomField, keyof TypedFieldProperties> = {
    organizationId: ORGANIZATION,
    slug: `field-${++count}`,
    name: 'A field',
    metadata: {},
  };

  of(organizationId: string): this {
    return this.with({ organizationId });
  }

  called(slug: string, name = this.attributes.name): this {
    return this.with({ slug, name });
  }

  withProperties(typedProperties: TypedFieldProperties): this {
    this.typedProperties = typedProperties;
    return this;
  }

  build(): CustomField {
    return CustomField.create({ ...this.attributes, ...this.typedProperties });
  }

  private with(some: Partial<typeof this.attributes>): this {
    this.attributes = { ...this.attributes, ...some };
    return this;
  }
}

export const aCustomField = (): CustomFieldBuilder => new CustomFieldBuilder();
