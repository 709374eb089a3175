import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { described, optional, text } from '#platform/wire';
import {
  ACCEPT_HEADER,
  AnswerSigner,
  COVERED,
  COVERED_WITH_STANDING,
  NONCE_HEADER,
  signAnswer,
  TAG,
} from './answer-signature.ts';
import type { Bytes } from './binary-body.ts';
import { extendRouteConfig } from './extend-route-config.ts';
import { operationName } from './operation-name.ts';

const NONCE = /^[\w.~+/=-]{1,128}$/;
const MAX_ACCEPT = 1024;

/** The input of an operation whose answer can be signed. */
export const LICENSE_NONCE = {
  [NONCE_HEADER]: described(
    optional(text({ min: 1, max: 128, pattern: NONCE })),
    'A random text, another one for each request. The response is signed together with it (RFC 9421), so that nobody in between can ' +
      'make or repeat it: a success, and a refusal with 400, 403 or 404. A request that is repeated with its `Idempotency-Key` has the ' +
      'same nonce. See the headers `Signature`, `Signature-Input`, `Content-Digest` and `License-Request-Digest` of the response.',
  ),
  [ACCEPT_HEADER]: described(
    optional(text({ max: MAX_ACCEPT })),
    `With \`${COVERED};created;${TAG}\` the signature says of which operation the response is (RFC ` +
      '9421, section 5): it covers the header `License-Operation`, whose value is the `operationId` in this document. With `license-standing` among ' +
      `the components (\`${COVERED_WITH_STANDING}\`) it also covers the header \`License-Standing\` of a response that has it. Without it, or if ` +
      'it asks for other signatures, the signature names no operation.',
  ),
};

interface SignedAnswerConfig {
  /** The name of its method. */
  readonly signedMethod?: string;
}

/** The operation signs its success and its refusals if the request has a `License-Nonce`. Its input has `LICENSE_NONCE`. */
export const SignedAnswer = (): MethodDecorator => (target, method, descriptor) =>
  extendRouteConfig({ signedMethod: String(method) } satisfies SignedAnswerConfig)(target, method, descriptor);

export const asksForSignature = ({ headers }: FastifyRequest): boolean => headers['license-nonce'] !== undefined;

/** Notes the digest of the body of a request that asks for a signature. */
export function noteBodyDigest(request: FastifyRequest, body: Buffer): void {
  request.bodyDigest = createHash('sha256').update(body).digest();
}

/** The same for a body that is parsed as it arrives. */
export async function* notingBodyDigest(request: FastifyRequest, chunks: Bytes): Bytes {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  request.bodyDigest = hash.digest();
}

/** Applies `@SignedAnswer` to the routes added from now on. What is signed is the text that is sent. */
export function signedAnswers(fastify: FastifyInstance, app: Pick<NestFastifyApplication, 'get'>): void {
  const signer = (): AnswerSigner => app.get<AnswerSigner>(AnswerSigner, { strict: false });
  fastify.addHook('onRoute', (route) => {
    const { signedMethod } = (route.config ?? {}) as SignedAnswerConfig;
    if (signedMethod === undefined) return;
    const name = operationName(route.url, signedMethod);
    route.preHandler = [
      (request, _reply, done) => {
        // Guards may refuse before the input is validated, and a large body is dropped once it is read.
        const hasNonce = asksForSignature(request) && NONCE.test(String(request.headers['license-nonce']));
        const by = hasNonce ? signer().signerOf(request.body) : undefined;
        if (by !== undefined) request.answerSigner = by;
        done();
      },
      ...[route.preHandler ?? []].flat(),
    ];
    route.onSend = [
      // Fastify awaits a promise, and without one there is nothing to wait for.
      (request, reply, payload, done) =>
        asksForSignature(request) ? signAnswer(request, reply, payload, { name, signer: signer() }) : done(null, payload),
      ...[route.onSend ?? []].flat(),
    ];
  });
}
