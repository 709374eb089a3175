import { type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import type { Schemas } from '../../open-api-examples.ts';
import type { Operation } from '../operations.ts';
import { applicationSample } from './application.ts';
import { curlSample } from './curl.ts';
import { goSample } from './go.ts';
import { knownToPublicClient, type PublicClient } from './public-client.ts';
import { httpxSample, pythonClientSample } from './python.ts';
import { sampleRequest } from './sample-request.ts';
import { clientSample, fetchSample } from './typescript.ts';

export const LANGUAGES = {
  curl: 'curl',
  typescript: 'TypeScript',
  application: 'TypeScript (application)',
  python: 'Python',
  go: 'Go',
} as const;

export interface Sample {
  readonly language: keyof typeof LANGUAGES;
  readonly code: string;
}

/** The request of an operation in each language: by the public clients where they have it, otherwise by HTTP. */
export function samplesOf(operation: Operation, schemas: Schemas, client: PublicClient, version: ApiVersion): readonly Sample[] {
  const request = sampleRequest(operation, schemas, version);
  const { body } = request;
  const known = body?.kind === 'json' ? knownToPublicClient(body.fields, operation.body!.schema, schemas) : null;
  // The public clients send bearer tokens, and bodies in JSON. If all that a body needs to have is an extension, they cannot send it.
  const isPlain = request.credentials === 'bearer' && (body === null || body.kind === 'json');
  const isKnown = known !== null || operation.body?.isRequired !== true;
  const call = isPlain && isKnown ? client.callOf(operation.method, operation.path) : undefined;
  // The clients of Python that are published are those of the first version.
  const isFirst = version === FIRST_API_VERSION;
  const application = isFirst ? applicationSample(operation.id) : null;
  return [
    { language: 'curl', code: curlSample(request) },
    { language: 'typescript', code: call === undefined ? fetchSample(request) : clientSample(call, request, known) },
    ...(application === null ? [] : [{ language: 'application' as const, code: application }]),
    {
      language: 'python',
      code: call === undefined || !isFirst ? httpxSample(request) : pythonClientSample(call, request, known),
    },
    { language: 'go', code: goSample(request) },
  ];
}
