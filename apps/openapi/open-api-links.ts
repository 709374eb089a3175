import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema, Schemas } from './open-api-examples.ts';

interface Response {
  readonly content?: { readonly [type: string]: { readonly schema: Schema } };
  links?: { [operationId: string]: object };
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: { readonly [status: string]: Response };
}
type Item = { readonly [method: string]: Operation };

/** Operations, and where in a response their parameters are, as runtime expressions of OpenAPI. */
interface Found {
  readonly operations: readonly Operation[];
  readonly parameters: { readonly [name: string]: string };
}

/**
 * Adds links (`links`) from responses to the operations that take what they contain: from a list or a new resource to those about it, and
 * from the ID of another resource to the operation that returns it.
 */
export function addLinks(document: OpenAPIObject): OpenAPIObject {
  const items = document.paths as unknown as { readonly [path: string]: Item };
  const links = new Links(items, document.components!.schemas as unknown as Schemas);
  for (const [path, item] of Object.entries(items)) {
    for (const operation of Object.values(item)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!status.startsWith('2')) continue;
        const found = links.from(path, operation, response);
        if (Object.keys(found).length > 0) response.links = found;
      }
    }
  }
  return document;
}

const hasId = ({ id }: { readonly [name: string]: Schema }): boolean => id?.type === 'string';

class Links {
  constructor(
    private readonly items: { readonly [path: string]: Item },
    private readonly schemas: Schemas,
  ) {}

  from(path: string, { operationId }: Operation, { content }: Response): { [operationId: string]: object } {
    const schema = content?.['application/json']?.schema;
    if (!schema) return {};
    const found = [...this.below(path, schema), ...this.others(path, schema)];
    const links = found.flatMap(({ operations, parameters }) =>
      operations
        .filter((operation) => operation.operationId !== operationId)
        .map((operation) => [
          operation.operationId,
          { operationId: operation.operationId, parameters, description: `${operation.summary}.` },
        ]),
    );
    return Object.fromEntries(links) as { [operationId: string]: object };
  }

  /** The path of a resource whose collection responds with it, or with a page of them. */
  private below(path: string, schema: Schema): readonly Found[] {
    const collection = path.replace(/\/$/, '');
    const target = Object.keys(this.items).find(
      (each) => each.startsWith(`${collection}/{`) && /^\/\{\w+\}$/.test(each.slice(collection.length)),
    );
    const properties = this.propertiesOf(schema);
    const pointer = hasId(properties) ? '/id' : hasId(this.propertiesOf(properties['items']?.items)) ? '/items/0/id' : undefined;
    if (target === undefined || pointer === undefined) return [];
    const names = [...target.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const parameters = names.map((name, index) => [
      name,
      index === names.length - 1 ? `$response.body#${pointer}` : `$request.path.${name}`,
    ]);
    return [
      { operations: Object.values(this.items[target]!), parameters: Object.fromEntries(parameters) as Found['parameters'] },
    ];
  }

  /** The paths of other resources whose IDs the response always has. */
  private others(path: string, schema: Schema): readonly Found[] {
    const root = path.startsWith('/v1/customer-portal/') ? '/v1/customer-portal' : '/v1';
    const { required = [] } = this.resolved(schema);
    return required.flatMap((name): Found[] => {
      const resource = /^(\w+)_id$/.exec(name)?.[1]?.replaceAll('_', '-');
      const target = this.items[`${root}/${resource}s/{id}`]?.['get'];
      if (target === undefined || this.propertiesOf(schema)[name]?.type !== 'string') return [];
      return [{ operations: [target], parameters: { id: `$response.body#/${name}` } }];
    });
  }

  private propertiesOf(schema: Schema | undefined): { readonly [name: string]: Schema } {
    return (schema && this.resolved(schema).properties) ?? {};
  }

  private resolved(schema: Schema): Schema {
    return schema.$ref ? this.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  }
}
