import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import { withoutBidiControls } from '#support/texts';

/** One item of a 422 response. A reader adds the keys of `loc` from the innermost to the outermost. */
export interface Issue {
  readonly loc: (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: { readonly [key: string]: unknown };
}

/** What makes a field: its JSON Schema and its reader. `defineField` adds the rest. */
export interface FieldDefinition<T> {
  readonly schema: JsonSchema;
  read(input: unknown, issues: Issue[]): T;
  /** True if the field may be left out of its object. */
  readonly optional?: boolean;
  /** Returns the value of an omitted field. Without it the key is missing in the object that is read. */
  readonly default?: () => T;
}

/** The `~standard` property: https://standardschema.dev, with the extension for JSON Schema. */
export interface StandardField<T> {
  readonly '~standard': StandardSchemaV1.Props<unknown, T> & StandardJSONSchemaV1.Props<unknown, T>;
}

/**
 * One value on the wire: how it is read from a request and how OpenAPI describes it, declared together.
 * Reading is as lenient as the reference ("1" is an integer, "yes" a boolean) and reports errors in its vocabulary.
 * `read` never throws: it adds issues, and its result is only valid if it added none. Responses are described by fields too,
 * but never read by them.
 * Every field is a Standard Schema, so Nest's pipes and OpenAPI generator can use it; our own requests are read by `read`.
 */
export type Field<T> = FieldDefinition<T> & StandardField<T>;

export type Fields = { readonly [key: string]: Field<unknown> };

export type Infer<F> = F extends FieldDefinition<infer T> ? T : never;

/** Makes a definition a field. A copy of a field with another schema or reader goes through here too. */
export function defineField<T>(definition: FieldDefinition<T>): Field<T>;
export function defineField<T, E extends object>(definition: FieldDefinition<T>, extras: E): Field<T> & E;
export function defineField<T>(definition: FieldDefinition<T>, extras: object = {}): Field<T> {
  const field: FieldDefinition<T> = { ...definition, ...extras };
  const { schema, read, optional, default: defaultValue } = field;
  const convert = ({ target }: StandardJSONSchemaV1.Options) => toJsonSchema(schema, target);
  const validate = (value: unknown): StandardSchemaV1.Result<T> => {
    if (value === undefined && optional) return { value: defaultValue?.() as T };
    const issues: Issue[] = [];
    const output = read(value, issues);
    return issues.length > 0 ? { issues: issues.map(({ loc, msg }) => ({ message: msg, path: loc })) } : { value: output };
  };
  return {
    ...field,
    '~standard': { version: 1, vendor: 'latchkey', validate, jsonSchema: { input: convert, output: convert } },
  };
}

type Read<T> = FieldDefinition<T>['read'];
type ReadInSlices<T> = (input: unknown, issues: Issue[]) => Promise<T>;

/** Readers in slices by reader, so that a copy of a field with another reader does not keep the one in slices. */
const inSlices = new WeakMap<Read<unknown>, ReadInSlices<unknown>>();

/** Declares how the same is read from a long input: others get their turn in between. */
export function alsoInSlices<T>(read: Read<T>, readInSlices: ReadInSlices<T>): Read<T> {
  inSlices.set(read, readInSlices);
  return read;
}

/** `field.read` for a long input. A field that has no lists is read at once. */
export const readInSlices = async <T>({ read }: FieldDefinition<T>, input: unknown, issues: Issue[]): Promise<T> =>
  ((inSlices.get(read) as ReadInSlices<T> | undefined) ?? read)(input, issues);

/** A 422 response reports this many issues; readers of long inputs stop there. */
export const MAX_ISSUES = 100;

export const limitReached = (issues: readonly Issue[]): boolean => issues.length >= MAX_ISSUES;

/** Adds an issue. Its result stands for the value that could not be read, and is not used. */
export function fail(issues: Issue[], type: string, msg: string, input: unknown, ctx?: Issue['ctx']): never {
  issues.push(ctx ? { loc: [], type, msg, input, ctx } : { loc: [], type, msg, input });
  return undefined as never;
}

/** Prefixes the issues added since `from` with the key under which they were found. */
export function prefixPath(issues: Issue[], from: number, key: string | number): void {
  for (let i = from; i < issues.length; i++) issues[i]!.loc.unshift(key);
}

/** Names of fields whose texts are shown to people, who take them for what they see. */
const SHOWN =
  /(?:^|_)(?:name|label|title|description|comment|note|notes|reason|message|text|placeholder|line[12]|city|state|number|company|organization|vendor|details|about|acquisition|intended_use|version|tax_id|model|platform|external_source|subject|body|first_steps)$/;

export const isShownName = (name: string): boolean => SHOWN.test(name);

const isText = ({ schema: { type, enum: values, format, pattern, contentMediaType } }: Field<unknown>): boolean =>
  [type].flat().includes('string') && [values, format, pattern, contentMediaType].every((rule) => rule === undefined);

/**
 * The field of an object; if people see its text, without bidirectional controls: they are removed, as blanks at the ends of many texts are,
 * so that no file of an import and no client of the reference is refused for what somebody else typed.
 */
export function asShown<T>(name: string, field: Field<T>): Field<T> {
  if (!isShownName(name) || !isText(field)) return field;
  const read: Field<T>['read'] = (input, issues) =>
    field.read(typeof input === 'string' ? withoutBidiControls(input) : input, issues);
  return defineField({ ...field, read });
}
