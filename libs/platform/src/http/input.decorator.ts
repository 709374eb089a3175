import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { STATEMENT_MS } from '#engine/tenancy';
import type { Field } from '#platform/wire';
import type { JsonSchema } from '#platform/wire/composition';
import { openApi } from './open-api-schema.ts';
import { isLarge } from './body-limit.ts';
import { noteDigest } from './idempotent-requests.ts';
import { IGNORED_FIELDS_HEADER } from './ignored-fields.ts';
import { type RequestDefinition, replyIn, requestIn } from './request.ts';
import { titled } from './request-headers.ts';
import { noteReadsMany } from './request-contexts.ts';
import { ValidationErrorView } from './error.views.ts';

const ReadInput = createParamDecorator((definition: RequestDefinition, context: ExecutionContext) => {
  const request = requestIn(context);
  if (definition.countsAll) request.requestContext.statementMs = STATEMENT_MS.counting;
  if (definition.readsMany && request.method === 'GET') noteReadsMany();
  const ignored = (names: string): void => void replyIn(context).header(IGNORED_FIELDS_HEADER, names);
  return isLarge(request)
    ? noteDigest(request).then(() => definition.readInSlices(request, ignored))
    : definition.read(request, ignored);
});

const queryStyle = (field: Field<unknown>) =>
  field.schema['type'] === 'object' ? ({ style: 'deepObject', explode: true } as const) : {};

/** OpenAPI describes a parameter beside its schema, not in it. */
function documentation({ schema: { description, ...schema } }: Field<unknown>) {
  // The description of a named schema is that of the parameter, so the schema needs none of its own.
  const named = (schema['allOf'] as JsonSchema[] | undefined)?.[0];
  return { ...(typeof description === 'string' ? { description } : {}), schema: openApi(named ?? schema) };
}

function document(definition: RequestDefinition): MethodDecorator[] {
  const { path = {}, query = {}, headers = {}, body } = definition.shape;
  return [
    ...Object.entries(path).map(([name, field]) => ApiParam({ name, ...documentation(field) })),
    ...Object.entries(query).map(([name, field]) =>
      ApiQuery({ name, required: !field.optional, ...documentation(field), ...queryStyle(field) }),
    ),
    ...Object.entries(headers).map(([name, field]) =>
      ApiHeader({ name: titled(name), required: !field.optional, ...documentation(field) }),
    ),
    ...(body ? [ApiBody({ schema: openApi(body.schema), required: !body.optional })] : []),
    ApiResponse({ status: 422, description: 'Validation error', schema: openApi(ValidationErrorView.schema) }),
  ];
}

/** Passes the validated input of a request to a controller method and describes it in the OpenAPI document. */
export const Input =
  (definition: RequestDefinition): ParameterDecorator =>
  (target, key, index) => {
    ReadInput(definition)(target, key, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, key!)!;
    for (const decorate of document(definition)) decorate(target, key!, descriptor);
  };
