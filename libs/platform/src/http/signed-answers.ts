import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { described, optional, text } from '#platform/wire';
import { asksForSignature, LICENSE_NONCE_HEADER } from './body-digest.ts';
import type { BodyConfig } from './body-limit.ts';
import { DRY_RUN_HEADER } from './dry-run.ts';
import { extendRouteConfig } from './extend-route-config.ts';
import { operationName } from './operation-name.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key signs the answer, as the body of a request with a valid nonce says. */
    answerSigner?: string;
  }
}

const ACCEPT = 'accept-signature';
const NONCE = /^[\w.~+/=-]{1,128}$/;
const OK = 200;
/** The statuses of what operations decide: success, and refusals. */
const DECIDED: ReadonlySet<number> = new Set([OK, 400, 403, 404]);

/** How `Accept-Signature` asks for the signature that names the operation. Parameters are in any order. */
const COVERED = 'latchkey=("@status" "content-digest" "license-operation" "license-request-digest" "license-nonce";req)';
const TAG = 'tag="latchkey-operation-answer"';
const ASKED = new RegExp(
  `(?:^|,)[ \\t]*${COVERED.replace(/[()]/g, '\\$&')}((?:; *(?:created|alg="ed25519"|${TAG}))*)[ \\t]*(?:,|$)`,
);
const MAX_ACCEPT = 1024;

/** The input of an operation whose answer can be signed. */
export const LICENSE_NONCE = {
  [LICENSE_NONCE_HEADER]: described(
    optional(text({ min: 1, max: 128, pattern: NONCE })),
    'A random text, another one for each request. The response is signed together with it (RFC 9421), so that nobody in between can ' +
      'make or repeat it: a success, and a refusal with 400, 403 or 404. A request that is repeated with its `Idempotency-Key` has the ' +
      'same nonce. See the headers `Signature`, `Signature-Input`, `Content-Digest` and `License-Request-Digest` of the response.',
  ),
  [ACCEPT]: described(
    optional(text({ max: MAX_ACCEPT })),
    `With \`${COVERED};created;${TAG}\` the signature says of which operation the response is (RFC ` +
      '9421, section 5): it covers the header `License-Operation`, whose value is the `operationId` in this document. Without it, or if ' +
      'it asks for other signatures, the signature names no operation.',
  ),
};

/** A response that is to be signed. Digests are structured fields (RFC 9530). */
export interface Signable {
  readonly status: number;
  readonly contentDigest: string;
  readonly requestDigest: string;
  readonly nonce: string;
  /** If the signature names it. */
  readonly operation: string | undefined;
}

/** The values of the headers `Signature-Input` and `Signature`. */
export interface HeadersOfSignature {
  readonly input: string;
  readonly signature: string;
}

/** Signs answers with the key of whoever they come from. Implemented by the context that has the keys. */
export abstract class AnswerSigner {
  /** Whose key signs the answer to a request with this body; undefined if the body does not say so. */
  abstract signerOf(body: unknown): string | undefined;
  /**
   * Undefined for a refusal by somebody who has no key, and may not exist, or whom the caller does not see. `caller` is whoever the
   * token belongs to; undefined for an operation without credentials.
   */
  abstract sign(signer: string, answer: Signable, caller: unknown): Promise<HeadersOfSignature | undefined>;
}

interface SignedAnswerConfig {
  /** The name of its method. */
  readonly signedMethod?: string;
}

/** The operation signs its success and its refusals if the request has a `License-Nonce`. Its input has `LICENSE_NONCE`. */
export const SignedAnswer = (): MethodDecorator => (target, method, descriptor) =>
  extendRouteConfig({ signedMethod: String(method) } satisfies SignedAnswerConfig)(target, method, descriptor);

/** Whether `Accept-Signature` (RFC 9421, section 5.1) asks for the signature that names the operation. Others are not made. */
function asksForOperation({ headers }: FastifyRequest): boolean {
  const [, parameters = ''] = ASKED.exec(String(headers[ACCEPT] ?? '')) ?? [];
  return parameters.includes(TAG);
}

/** Applies `@SignedAnswer` to the routes added from now on. What is signed is the text that is sent. */
export function signedAnswers(fastify: FastifyInstance, app: Pick<NestFastifyApplication, 'get'>): void {
  const signer = (): AnswerSigner => app.get<AnswerSigner>(AnswerSigner, { strict: false });
  const sign = async (request: FastifyRequest, reply: FastifyReply, payload: unknown, name: string): Promise<unknown> => {
    const { headers, bodyDigest, answerSigner, caller } = request as FastifyRequest & { readonly caller?: unknown };
    const { statusCode: status } = reply;
    if (!DECIDED.has(status) || typeof payload !== 'string' || !bodyDigest || answerSigner === undefined) return payload;
    // Somebody in between could add the header, so that a use is not counted.
    if (reply.hasHeader(DRY_RUN_HEADER)) return payload;
    const { tokenKinds } = request.routeOptions.config as BodyConfig;
    if (tokenKinds && caller === undefined) return payload;
    const operation = asksForOperation(request) ? name : undefined;
    const contentDigest = digestField(createHash('sha256').update(payload).digest());
    const requestDigest = digestField(bodyDigest);
    const nonce = String(headers[LICENSE_NONCE_HEADER]);
    const signed = await signer().sign(answerSigner, { status, contentDigest, requestDigest, nonce, operation }, caller);
    if (!signed) return payload;
    void reply.headers({
      'content-digest': contentDigest,
      'license-request-digest': requestDigest,
      ...(operation === undefined ? {} : { 'license-operation': operation }),
      'signature-input': signed.input,
      signature: signed.signature,
    });
    return payload;
  };
  fastify.addHook('onRoute', (route) => {
    const { signedMethod } = (route.config ?? {}) as SignedAnswerConfig;
    if (signedMethod === undefined) return;
    const name = operationName(route.url, signedMethod);
    route.preHandler = [
      (request, _reply, done) => {
        // Guards may refuse before the input is validated, and a large body is dropped once it is read.
        const hasNonce = asksForSignature(request) && NONCE.test(String(request.headers[LICENSE_NONCE_HEADER]));
        const by = hasNonce ? signer().signerOf(request.body) : undefined;
        if (by !== undefined) request.answerSigner = by;
        done();
      },
      ...[route.preHandler ?? []].flat(),
    ];
    route.onSend = [
      // Fastify awaits a promise, and without one there is nothing to wait for.
      (request, reply, payload, done) => (asksForSignature(request) ? sign(request, reply, payload, name) : done(null, payload)),
      ...[route.onSend ?? []].flat(),
    ];
  });
}

/** A digest as a structured field (RFC 9530). */
const digestField = (digest: Buffer): string => `sha-256=:${digest.toString('base64')}:`;
