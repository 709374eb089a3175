import { defineField, type Field, type Fields } from './field.ts';
import { extendSchema } from './json-schema.ts';

interface Example {
  readonly example?: unknown;
}

/** What the OpenAPI document says about a field: a sentence or two, with an example if its type does not suggest one. */
export type Description = string | (Example & { readonly text: string });

/** The same field with a description in the OpenAPI document. */
export const described = <F extends Field<unknown>>(field: F, description: string, { example }: Example = {}): F => {
  const keywords = { description, ...(example === undefined ? {} : { examples: [example] }) };
  return defineField({ ...field, schema: extendSchema(field.schema, keywords) }) as F;
};

/** Descriptions by field. One table can serve several objects: it may describe fields that an object does not have. */
export type Descriptions<F extends Fields> = { readonly [K in keyof F]?: Description };

/** The same fields with descriptions. A field that the table leaves out keeps the description it has. */
export const describeFields = <F extends Fields>(fields: F, descriptions: Descriptions<F>): F =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const description: Description | undefined = descriptions[key];
      if (description === undefined) return [key, field];
      return [
        key,
        typeof description === 'string' ? described(field, description) : described(field, description.text, description),
      ];
    }),
  ) as F;

/** Descriptions of the fields that almost every resource has. `resource` is its name in a sentence, such as `license key`. */
export const describeResource = (resource: string) => ({
  id: `The ID of the ${resource}.`,
  created_at: `When the ${resource} was created.`,
  modified_at: `When the ${resource} was last modified, or \`null\` if it never was.`,
  organization_id: `The ID of the organization that owns the ${resource}.`,
  metadata: `Key-value pairs of the seller, stored with the ${resource}.`,
});

/** Descriptions of what requests for almost every resource take: filters of a list and fields of a new resource. */
export const describeInput = (resource: string, plural = `${resource}s`) => ({
  path: { id: `The ID of the ${resource}.` },
  filters: {
    organization_id: `Returns only ${plural} of these organizations. Can be repeated.`,
    customer_id: `Returns only ${plural} of these customers. Can be repeated.`,
    external_customer_id: `Returns only ${plural} of customers with these external IDs. Can be repeated.`,
    id: `Returns only ${plural} with these IDs. Can be repeated.`,
  },
  body: {
    organization_id: `The ID of the organization that will own the ${resource}. Required with a personal access token, unless \`Polar-Organization\` names the organization. Must be left out with an organization access token.`,
    metadata: `Key-value pairs of your own, stored with the ${resource}. Replaces all existing pairs.`,
  },
});
