import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Field, JsonSchema } from '#platform/wire';
import { refusalView, ValidationErrorView } from './error.views.ts';
import { openApi } from './open-api-schema.ts';

interface Responses {
  readonly summary: string;
  readonly description?: string;
  /** Success: status and shape; null for an empty answer. */
  readonly ok: { readonly status: number; readonly view: Field<unknown> | null; readonly description?: string };
  /** Refusals beside 422, by status: the name in `error` (several with ` or ` between them) and when it happens. */
  readonly errors?: { readonly [status: number]: readonly [error: string, when: string] };
  /** Whether it can be refused as invalid although it reads nothing: 422. */
  readonly invalid?: boolean;
  /** Response headers beyond those that every answer carries. */
  readonly headers?: { readonly [name: string]: string };
}

const documentHeaders = (headers: Responses['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' as const } }]),
  );

function oneOfThem(errors: string): JsonSchema {
  const [first, ...others] = errors.split(' or ').map((error) => refusalView(error).schema);
  return others.length > 0 ? { anyOf: [first, ...others] } : first!;
}

/** What an operation answers: sets the status of success and describes every outcome to OpenAPI. */
export const Responses = ({
  summary,
  description,
  ok,
  errors: refusals = {},
  invalid = false,
  headers,
}: Responses): MethodDecorator =>
  applyDecorators(
    HttpCode(ok.status),
    ApiOperation({ summary, ...(description ? { description } : {}) }),
    ApiResponse({
      status: ok.status,
      description: ok.description ?? (ok.view ? 'Success' : 'Done'),
      ...(ok.view ? { schema: openApi(ok.view.schema) } : {}),
    }),
    ...(invalid
      ? [ApiResponse({ status: 422, description: 'Validation error', schema: openApi(ValidationErrorView.schema) })]
      : []),
    ...Object.entries(refusals).map(([status, [error, when]]) =>
      ApiResponse({
        status: Number(status),
        description: when,
        schema: openApi(oneOfThem(error)),
        headers: documentHeaders(headers),
      }),
    ),
  );
