import type { Schema, Schemas } from '../open-api-examples.ts';
import { tabs } from './folds.ts';
import type { LongValues } from './long-values.ts';

const INDENT = '  ';

/** Markdown lists of the fields of a schema, and of theirs down to a depth. */
export class Fields {
  constructor(
    private readonly schemas: Schemas,
    private readonly depth: number,
    /** What is said: of requests, what has to be sent; of answers, what may be left out. */
    private readonly said: 'required' | 'optional',
    private readonly values: LongValues,
  ) {}

  /** All fields of a body: once those of most of its forms, and for each form what is its own. `group` tells bodies of a page apart. */
  describe(schema: Schema, group: string): string {
    const forms = this.objectsIn(this.resolve(schema));
    if (forms.length < 2) return this.listOf(schema);
    const shared = sharedFields(forms);
    const own = forms.map((form) => partOf(form, (name) => !isIn(shared, form, name)));
    const titles = own.map(titleOf);
    const list = [...shared.values()].map(({ name, property, isRequired, members }) => {
      const others = titles.filter((_, index) => !members.includes(forms[index]!)).map((title) => title.toLowerCase());
      const exception = others.length > 0 ? ` Not ${others.join(', ')}.` : '';
      const said = { ...property, description: `${property.description ?? ''}${exception}`.trim() };
      return this.listOf({ properties: { [name]: said }, required: isRequired ? [name] : [] });
    });
    return [
      ...(list.length > 0 ? [`Fields of all ${forms.length} forms:`, list.join('\n')] : []),
      'Fields of each form:',
      tabs(
        group,
        own.map((form, index) => [titles[index]!, this.listOf(form) || 'No others.']),
      ),
    ].join('\n\n');
  }

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
        const facts = [this.typeOf(property, name), ...(isSaid ? [this.said] : [])].join(', ');
        const item = `${INDENT.repeat(level)}- \`${name}\` *${facts}*${textAfterDash(property.description)}`;
        return [item, this.listOf(property, level + 1)].filter(Boolean).join('\n');
      })
      .join('\n');
  }

  typeOf(schema: Schema, name: string): string {
    const resolved = this.resolve(schema);
    const { type, format, items, allOf, anyOf, oneOf } = resolved;
    if (resolved.enum) return this.values.textOf(name, resolved.enum);
    if ('const' in resolved) return JSON.stringify(resolved.const);
    const [variant] = allOf ?? [];
    if (variant) return this.typeOf(variant, name);
    const variants = anyOf ?? oneOf;
    if (variants) return [...new Set(variants.map((each) => this.typeOf(each, name)))].join(' or ');
    const names = [type ?? 'anything'].flat().join(' or ');
    if (items) return names.replace('array', `array of ${this.typeOf(items, name)}`);
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

interface SharedField {
  readonly name: string;
  readonly property: Schema;
  readonly isRequired: boolean;
  /** The forms that have it so. */
  readonly members: readonly Schema[];
}

const keyOf = ({ properties = {}, required = [] }: Schema, name: string): string =>
  JSON.stringify([name, required.includes(name), properties[name]]);

const isIn = (shared: ReadonlyMap<string, SharedField>, form: Schema, name: string): boolean => shared.has(keyOf(form, name));

/** The fields that more than half of all forms have in the same way. */
function sharedFields(forms: readonly Schema[]): ReadonlyMap<string, SharedField> {
  const all = forms.flatMap((form) => Object.keys(form.properties ?? {}).map((name) => ({ form, name, key: keyOf(form, name) })));
  return new Map(
    [...Map.groupBy(all, ({ key }) => key)]
      .filter(([, members]) => members.length * 2 > forms.length)
      .map(([key, members]) => {
        const [{ form, name }] = members as [(typeof all)[number]];
        const { properties = {}, required = [] } = form;
        const field = { name, property: properties[name]!, isRequired: required.includes(name) };
        return [key, { ...field, members: members.map((member) => member.form) }];
      }),
  );
}

const partOf = ({ properties = {}, required = [], ...form }: Schema, isPart: (name: string) => boolean): Schema => ({
  ...form,
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isPart(name))),
  required: required.filter(isPart),
});

/** A form is named by what tells it from the others: a constant, or what it requires. */
function titleOf({ properties = {}, required = [] }: Schema, index: number): string {
  const constants = Object.entries(properties).flatMap(([name, { const: value }]) =>
    value === undefined ? [] : [`${name} ${JSON.stringify(value)}`],
  );
  const named = constants.length > 0 ? constants : required;
  return named.length > 0 ? `With ${named.join(', ')}` : `Form ${index + 1}`;
}
