import type { Schema, Schemas } from '../../api/open-api-examples.ts';

const INDENT = '  ';

/** Markdown lists of the fields of a schema, and of theirs down to a depth. */
export class Fields {
  constructor(
    private readonly schemas: Schemas,
    private readonly depth: number,
    /** What is said: of requests, what has to be sent; of answers, what may be left out. */
    private readonly said: 'required' | 'optional',
  ) {}

  listOf(schema: Schema, level = 0): string {
    if (level >= this.depth) return '';
    const resolved = this.resolve(schema);
    if (resolved.items) return this.listOf(resolved.items, level);
    const variants = this.objectsIn(resolved);
    if (variants.length > 1) return this.listOfVariants(variants, level);
    const { properties = {}, required = [] } = variants[0] ?? {};
    return Object.entries(properties)
      .map(([name, property]) => {
        const isSaid = required.includes(name) === (this.said === 'required');
        const facts = [this.typeOf(property), ...(isSaid ? [this.said] : [])].join(', ');
        const item = `${INDENT.repeat(level)}- \`${name}\` *${facts}*${textAfterDash(property.description)}`;
        return [item, this.listOf(property, level + 1)].filter(Boolean).join('\n');
      })
      .join('\n');
  }

  typeOf(schema: Schema): string {
    const resolved = this.resolve(schema);
    const { type, format, items, allOf, anyOf, oneOf } = resolved;
    if (resolved.enum) return resolved.enum.map((value) => JSON.stringify(value)).join(' or ');
    if ('const' in resolved) return JSON.stringify(resolved.const);
    const [variant] = allOf ?? [];
    if (variant) return this.typeOf(variant);
    const variants = anyOf ?? oneOf;
    if (variants) return [...new Set(variants.map((each) => this.typeOf(each)))].join(' or ');
    const names = [type ?? 'anything'].flat().join(' or ');
    if (items) return names.replace('array', `array of ${this.typeOf(items)}`);
    return format ? `${names} (${format})` : names;
  }

  private listOfVariants(variants: readonly Schema[], level: number): string {
    return variants
      .map((variant, index) => {
        const { properties = {} } = variant;
        const distinct = Object.entries(properties).flatMap(([name, { const: value }]) =>
          value === undefined ? [] : [`\`${name}\` ${JSON.stringify(value)}`],
        );
        const title = distinct.length > 0 ? `With ${distinct.join(', ')}` : `Form ${index + 1}`;
        return `${INDENT.repeat(level)}- ${title}:\n${this.listOf(variant, level + 1)}`;
      })
      .join('\n');
  }

  /** The objects that a value may be. */
  private objectsIn(schema: Schema): readonly Schema[] {
    const { allOf, anyOf, oneOf, properties } = this.resolve(schema);
    if (properties) return [this.resolve(schema)];
    return (allOf ?? anyOf ?? oneOf ?? []).flatMap((each) => this.objectsIn(each));
  }

  private resolve(schema: Schema): Schema {
    return schema.$ref ? this.resolve(this.schemas[schema.$ref.split('/').at(-1)!]!) : schema;
  }
}

/** In one line, because lists are indented. */
const textAfterDash = (text = ''): string => (text === '' ? '' : ` — ${text.replaceAll(/\s*\n\s*/g, ' ')}`);
