import type { JsonSchema } from '#platform/wire';

/** Fields have JSON Schemas of 2020-12, which OpenAPI 3.1 uses unchanged. Nest's types describe OpenAPI 3.0. */
export const openApi = (schema: JsonSchema): object => schema;
