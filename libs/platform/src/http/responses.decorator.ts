import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Field } from '#platform/wire';
import type { JsonSchema } from '#platform/wire/composition';
import { errorView, ValidationErrorView } from './error.views.ts';
import { openApi } from './open-api-schema.ts';
import { InVersions } from './versions.ts';

export interface Responses {
  readonly summary: string;
  readonly description?: string;
  /** The successful response: its status and fields, or null if it has no body. */
  readonly ok: {
    readonly status: number;
    readonly view: Field<unknown> | null;
    readonly description?: string;
    /** The type of a body that is not JSON. */
    readonly mediaType?: string;
    /** The type of a body that is a text, if the client asks for it. */
    readonly otherMediaType?: string;
    /** The same of a body that is a file. */
    readonly fileMediaType?: string;
    /** Headers beyond those of every response. */
    readonly headers?: { readonly [name: string]: string };
  };
  /** When the operation responds with 200 and the same fields, because what it would create exists. */
  readonly repeated?: string;
  /**
   * Errors by status, besides validation errors: the value of `error` (several are separated by ` or `), when they occur, and whether the response
   * reports the state of a limit.
   */
  readonly errors?: { readonly [status: number]: readonly [error: string, when: string, reports?: 'limit'] };
  /** Whether the operation can respond with 422 although it has no input. */
  readonly invalid?: boolean;
  /** Headers of error responses beyond those of every response. */
  readonly headers?: { readonly [name: string]: string };
}

const documentHeaders = (headers: Responses['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' as const } }]),
  );

const LIMIT_STATE = { 'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' } };

function errorSchema(errors: string): JsonSchema {
  const [first, ...others] = errors.split(' or ').map((error) => errorView(error).schema);
  return others.length > 0 ? { anyOf: [first, ...others] } : first!;
}

const contentOf = ({ schema }: Field<unknown>, { mediaType, otherMediaType, fileMediaType }: Responses['ok']) => {
  if (mediaType === undefined) return { schema: openApi(schema) };
  const other = otherMediaType === undefined ? {} : { [otherMediaType]: { schema: { type: 'string' as const } } };
  const file = fileMediaType === undefined ? {} : { [fileMediaType]: { schema: { type: 'string' as const, format: 'binary' } } };
  return { content: { [mediaType]: { schema: openApi(schema) }, ...other, ...file } };
};

/** Sets the status of success and describes the operation and its responses in the OpenAPI document. */
export const Responses = ({
  summary,
  description,
  ok,
  repeated,
  errors = {},
  invalid = false,
  headers,
}: Responses): MethodDecorator =>
  applyDecorators(
    InVersions(ok.view),
    HttpCode(ok.status),
    ApiOperation({ summary, ...(description ? { description } : {}) }),
    ApiResponse({
      status: ok.status,
      description: ok.description ?? (ok.view ? 'Success' : 'Done'),
      ...(ok.view ? contentOf(ok.view, ok) : {}),
      ...(ok.headers ? { headers: documentHeaders(ok.headers) } : {}),
    }),
    ...(repeated && ok.view ? [ApiResponse({ status: 200, description: repeated, schema: openApi(ok.view.schema) })] : []),
    ...(invalid
      ? [ApiResponse({ status: 422, description: 'Validation error', schema: openApi(ValidationErrorView.schema) })]
      : []),
    ...Object.entries(errors).map(([status, [error, when, reports]]) =>
      ApiResponse({
        status: Number(status),
        description: when,
        schema: openApi(status === '422' ? { anyOf: [errorSchema(error), ValidationErrorView.schema] } : errorSchema(error)),
        headers: { ...documentHeaders(headers), ...(reports === 'limit' ? LIMIT_STATE : {}) },
      }),
    ),
  );
