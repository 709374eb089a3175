import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiVersion } from '#support/api-versions';
import { changesOf } from '#platform/wire';

/**
 * Moves every named schema (`$id`) into `components.schemas`, as the version shows it, and refers to it. Throws if two different schemas
 * have the same name.
 */
export function hoistComponents(document: OpenAPIObject, version: ApiVersion): OpenAPIObject {
  const schemas: Record<string, unknown> = {};
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $id, ...rest } = node as { $id?: unknown };
    if (typeof $id !== 'string') return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    const shape = visit(withChanges($id, rest, version));
    if ($id in schemas && !isDeepStrictEqual(schemas[$id], shape)) throw new Error(`Two schemas are named ${$id}`);
    schemas[$id] = shape;
    return { $ref: `#/components/schemas/${$id}` };
  };
  const paths = visit(document.paths) as OpenAPIObject['paths'];
  return { ...document, paths, components: { ...document.components, schemas: schemas as never } };
}

/** The object with the fields that it has since the versions up to this one. */
function withChanges(
  name: string,
  shape: { readonly properties?: object; readonly required?: readonly string[] },
  version: ApiVersion,
): object {
  const added = changesOf(name, version).flatMap(({ fields }) => Object.entries(fields));
  if (added.length === 0) return shape;
  const properties = Object.fromEntries(added.map(([field, { schema }]) => [field, schema]));
  const required = added.filter(([, { optional }]) => !optional).map(([field]) => field);
  return {
    ...shape,
    properties: { ...shape.properties, ...properties },
    required: [...(shape.required ?? []), ...required],
  };
}
