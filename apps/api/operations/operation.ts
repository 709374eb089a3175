export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

/** A parameter of an operation, or a field of its body. */
export interface Field {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly type: FieldType;
  /** The type of the elements of an array. */
  readonly items?: FieldType;
  readonly required?: true;
  readonly nullable?: true;
  /** The only values, or the only elements of an array. */
  readonly choices?: readonly string[];
  /** `uuid4`, `date-time`, `email`: also of the elements of an array. */
  readonly format?: string;
  readonly description: string;
}

/** What the OpenAPI document says of an operation. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly scopes: readonly string[];
  /** Whether the body has to be there, though no field of it may be required. */
  readonly hasBody?: true;
  readonly fields: readonly Field[];
  /** What it returns, if that is JSON. */
  readonly result?: Result;
}

/** The types of fields of a response: `string`, `string?` if it may be null, empty if it is one of several types. */
export type FieldTypes = Readonly<Record<string, string>>;

export interface Result {
  readonly fields: FieldTypes;
  /** The types of the fields of an element, if it is a page. */
  readonly items?: FieldTypes;
}

/** A row of the table: a command of the command line, and a tool for models. */
export interface Row {
  /** The id of the operation in the OpenAPI document. */
  readonly of: string;
  /** What it does, if the summary of the operation says something else. */
  readonly does?: string;
  /** What a list shows to people: paths of fields, separated by spaces. */
  readonly shows?: string;
  /** Fields of the query or the body that are arguments, after those of the path; they are required. */
  readonly takes?: readonly string[];
  /** The only fields of the body that can be given, besides `takes`; all by default. */
  readonly only?: readonly string[];
  /** What the body has, unless `only` is undefined and it is given. */
  readonly sends?: Readonly<Record<string, unknown>>;
  /** The field of the response that is the list, unless it is `items`. */
  readonly list?: string;
  /** Whether it changes nothing, though it is no GET. */
  readonly reads?: true;
  /** Whether it ends or deletes something, so that `--yes` is demanded. */
  readonly ends?: true;
  /** How to take back what it has done, if it `ends` something all the same. */
  readonly undoneBy?: string;
  /** The operation that shows how far it is, if it goes on after the response, the statuses until it has ended, and the fields that `--wait` shows. */
  readonly goesOn?: { readonly shownBy: string; readonly statuses: readonly string[]; readonly shows: string };
}

/** Whether it changes nothing. */
export const isRead = ({ reads }: Row, { method }: Operation): boolean => reads === true || method === 'GET';

export interface Resource {
  readonly about: string;
  readonly rows: Readonly<Record<string, Row>>;
}

/** Whether fields of this name choose the organization of the caller: `Polar-Organization` does so everywhere. */
const choosesOrganization = ({ name, in: place }: Field): boolean => name === 'organization_id' && place !== 'path';

/** The fields that can be given, arguments first, in their order. */
export function fieldsOf({ takes = [], only, sends = {} }: Row, operation: Operation): readonly Field[] {
  const fields = operation.fields
    .filter((field) => !choosesOrganization(field))
    .map((field) => (field.in === 'body' && field.name in sends ? { ...field, required: undefined } : field));
  const taken = takes.map((name) => fields.find((field) => field.name === name)!);
  const isOffered = ({ in: place, name }: Field): boolean => place !== 'body' || only === undefined || only.includes(name);
  return [
    ...fields.filter((field) => field.in === 'path'),
    ...taken.map((field) => ({ ...field, required: true as const })),
    ...fields.filter((field) => field.in !== 'path' && !takes.includes(field.name) && isOffered(field)),
  ];
}

export const isArgument = ({ takes = [] }: Row, { name, in: place }: Field): boolean => place === 'path' || takes.includes(name);

/** Whether the value can stand in a path: without it, or with dots, the address is that of another operation. */
export const isPathValue = (value: unknown): boolean => !/^\.{0,2}$/.test(String(value));

export interface OperationRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;

/** The request of the row with these values, by the names of the fields. `given` is a body to which the values are added. */
export function requestOf(row: Row, operation: Operation, values: Values, given: Values = {}): OperationRequest {
  const { method, path, hasBody } = operation;
  const present = fieldsOf(row, operation).filter(({ name }) => values[name] !== undefined);
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams(
    present.filter((field) => field.in === 'query').flatMap(({ name }) => queryOf(name, values[name])),
  ).toString();
  const fields = present.filter((field) => field.in === 'body').map(({ name }) => [name, values[name]]);
  const body = { ...row.sends, ...given, ...Object.fromEntries(fields) };
  return {
    method,
    path: query === '' ? address : `${address}?${query}`,
    ...(hasBody ? { body } : {}),
  };
}

/** Lists repeat the parameter; objects name their keys in brackets. */
function queryOf(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((each) => [name, String(each)]);
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]) => queryOf(`${name}[${key}]`, each));
}
