import type { JsonSchema } from '#platform/wire/composition';

/** Our schemas are JSON Schema 2020-12, which OpenAPI 3.1 accepts unchanged; Nest's types still describe OpenAPI 3.0. */
export const openApi = (schema: JsonSchema): object => schema;
