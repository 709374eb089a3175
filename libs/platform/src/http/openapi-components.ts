import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';

/** Moves every named schema (`$id`) into `components.schemas` and refers to it. Throws if two different schemas have the same name. */
export function hoistComponents(document: OpenAPIObject): OpenAPIObject {
  const schemas: Record<string, unknown> = {};
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $id, ...rest } = node as { $id?: unknown };
    if (typeof $id !== 'string') return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    const shape = visit(rest);
    if ($id in schemas && !isDeepStrictEqual(schemas[$id], shape)) throw new Error(`Two schemas are named ${$id}`);
    schemas[$id] = shape;
    return { $ref: `#/components/schemas/${$id}` };
  };
  const paths = visit(document.paths) as OpenAPIObject['paths'];
  return { ...document, paths, components: { ...document.components, schemas: schemas as never } };
}
