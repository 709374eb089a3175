import type { Query } from '@nestjs/cqrs';
import { API_VERSIONS, type ApiVersion } from '#support/api-versions';
import type { Fields, Infer } from './field.ts';
import type { JsonSchema } from './json-schema.ts';
import { StreamedList } from '../../../support/src/streamed-lists/streamed-list.ts';

/** What views show since a version of the API, besides what they have shown before. */
export interface ViewChange<Shown = never> {
  readonly since: ApiVersion;
  readonly fields: Fields;
  /** Reads the values of the fields for these objects, in their order. */
  read(shown: readonly Shown[]): Query<readonly object[]>;
}

/** Declares a change of the views that list it: the only place where a version and its fields are known. */
export const since = <F extends Fields, Shown>(
  version: ApiVersion,
  fields: F,
  read: (shown: readonly Shown[]) => Query<readonly { readonly [K in keyof F]: Infer<F[K]> }[]>,
): ViewChange<Shown> => ({ since: version, fields, read });

/** The changes of each view, by its name, which stays with its schema wherever that is embedded. */
const changes = new Map<string, readonly ViewChange[]>();

export const declareChanges = (name: string, declared: readonly ViewChange[]): void => void changes.set(name, declared);

/** The changes of a view from the first version to this one; of no version, all of them. */
export const changesOf = (name: string, version: ApiVersion = API_VERSIONS.at(-1)!): readonly ViewChange[] =>
  (changes.get(name) ?? []).filter((change) => API_VERSIONS.indexOf(change.since) <= API_VERSIONS.indexOf(version));

interface Shape {
  readonly $id?: string;
  /** The view of another context, embedded by its name. */
  readonly $ref?: string;
  readonly type?: unknown;
  readonly properties?: { readonly [name: string]: Shape };
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

const nameOf = ({ $id, $ref }: Shape): string => $id ?? $ref?.split('/').at(-1) ?? '';

const alternativesOf = ({ anyOf = [], oneOf = [], allOf = [] }: Shape): readonly Shape[] => [...anyOf, ...oneOf, ...allOf];

const known = new WeakMap<Shape, boolean>();

/** Whether a later version shows anything of this schema otherwise. */
export function hasChanges(schema: JsonSchema): boolean {
  const shape = schema as Shape;
  const found = known.get(shape);
  if (found !== undefined) return found;
  const parts = [...Object.values(shape.properties ?? {}), ...(shape.items ? [shape.items] : []), ...alternativesOf(shape)];
  const has = changes.has(nameOf(shape)) || parts.some((part) => hasChanges(part as JsonSchema));
  known.set(shape, has);
  return has;
}

type Named = Readonly<Record<string, unknown>>;

/** A view in a response whose fields change, with its changes. */
export interface ChangedView {
  readonly shown: object;
  readonly changes: readonly ViewChange[];
}

/** The views in a value of this schema that the version shows otherwise than the first one. */
export function* changesWithin(schema: JsonSchema, value: unknown, version: ApiVersion): Generator<ChangedView, void> {
  if (typeof value !== 'object' || value === null || !hasChanges(schema)) return;
  const shape = schema as Shape;
  if (value instanceof StreamedList) throw new Error('Items of a streamed list cannot change with the version');
  if (Array.isArray(value)) {
    if (shape.items) for (const item of value) yield* changesWithin(shape.items as JsonSchema, item, version);
  } else {
    const own = changesOf(nameOf(shape), version);
    if (own.length > 0) yield { shown: value, changes: own };
    for (const [name, part] of Object.entries(shape.properties ?? {})) {
      yield* changesWithin(part as JsonSchema, (value as Named)[name], version);
    }
  }
  for (const part of alternativesOf(shape)) if (fits(part, value)) yield* changesWithin(part as JsonSchema, value, version);
}

/** Alternatives are told apart by the fields that they need. */
const fits = ({ required = [] }: Shape, value: object): boolean =>
  Array.isArray(value) || required.every((name) => (value as Named)[name] !== undefined);

/** The values that the changes read for their views: one query for each change, whatever the number of views. */
export async function addedSince(
  views: readonly ChangedView[],
  read: <T>(query: Query<T>) => Promise<T>,
): Promise<ReadonlyMap<object, ReadonlyMap<ViewChange, object>>> {
  const byChange = Map.groupBy(
    views.flatMap(({ shown, changes: own }) => own.map((change) => ({ shown, change }))),
    ({ change }) => change,
  );
  const added = new Map<object, Map<ViewChange, object>>(views.map(({ shown }) => [shown, new Map()]));
  const reads = [...byChange].map(async ([change, each]) => {
    const objects = each.map(({ shown }) => shown);
    const values = await read(change.read(objects as never[]));
    objects.forEach((shown, index) => added.get(shown)!.set(change, values[index]!));
  });
  await Promise.all(reads);
  return added;
}
