import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { createHash } from 'node:crypto';
import { described, optional, text } from '#platform/wire';
import { DRY_RUN_HEADER } from './dry-run.ts';
import { extendRouteConfig } from './extend-route-config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The SHA-256 of the body as it was received, of a request that asks for a signature. */
    bodyDigest?: Buffer;
  }
}

const HEADER = 'license-nonce';
const NONCE = /^[\w.~+/=-]{1,128}$/;
const OK = 200;

/** The input of an operation whose answer can be signed. */
export const LICENSE_NONCE = {
  [HEADER]: described(
    optional(text({ min: 1, max: 128, pattern: NONCE })),
    'A random text, another one for each request. The successful response is signed together with it (RFC 9421), so that nobody in ' +
      'between can make or repeat it. A request that is repeated with its `Idempotency-Key` has the same nonce. ' +
      'See the headers `Signature`, `Signature-Input`, `Content-Digest` and `License-Request-Digest` of the response.',
  ),
};

/** A successful response that is to be signed. */
export interface Signable {
  /** The parsed body of the request. */
  readonly request: unknown;
  readonly nonce: string;
  /** The components that the signature covers, by name, in this order. */
  readonly components: Readonly<Record<string, string>>;
}

/** The values of the headers `Signature-Input` and `Signature`. */
export interface HeadersOfSignature {
  readonly input: string;
  readonly signature: string;
}

/** Signs answers with the key of whoever they come from. Implemented by the context that has the keys. */
export abstract class AnswerSigner {
  abstract sign(answer: Signable): Promise<HeadersOfSignature>;
}

interface SignedAnswerConfig {
  readonly hasSignedAnswer?: boolean;
}

/** The operation signs its successful response if the request has a `License-Nonce`. Its input has `LICENSE_NONCE`. */
export const SignedAnswer = (): MethodDecorator => extendRouteConfig({ hasSignedAnswer: true } satisfies SignedAnswerConfig);

/** Notes the digest of the body of a request that asks for a signature. */
export function noteBodyDigest(request: FastifyRequest, body: Buffer): void {
  if (request.headers[HEADER] !== undefined) request.bodyDigest = createHash('sha256').update(body).digest();
}

/** Applies `@SignedAnswer` to the routes added from now on. What is signed is the text that is sent. */
export function signedAnswers(fastify: FastifyInstance, app: Pick<NestFastifyApplication, 'get'>): void {
  const sign: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
    const nonce = request.headers[HEADER];
    if (typeof nonce !== 'string' || reply.statusCode !== OK || typeof payload !== 'string') return payload;
    // Somebody in between could add the header, so that a use is not counted.
    if (reply.hasHeader(DRY_RUN_HEADER)) return payload;
    const digests = {
      'content-digest': digestField(createHash('sha256').update(payload).digest()),
      'license-request-digest': digestField(request.bodyDigest!),
    };
    const components = { '"@status"': String(OK), '"content-digest"': digests['content-digest'] };
    const { input, signature } = await app.get<AnswerSigner>(AnswerSigner, { strict: false }).sign({
      request: request.body,
      nonce,
      components: {
        ...components,
        '"license-request-digest"': digests['license-request-digest'],
        [`"${HEADER}";req`]: nonce,
      },
    });
    void reply.headers({ ...digests, 'signature-input': input, signature });
    return payload;
  };
  fastify.addHook('onRoute', (route) => {
    if (!(route.config as SignedAnswerConfig | undefined)?.hasSignedAnswer) return;
    route.onSend = [
      // Fastify awaits a promise, and without one there is nothing to wait for.
      (request, reply, payload, done) =>
        request.headers[HEADER] === undefined ? done(null, payload) : sign.call(fastify, request, reply, payload),
      ...[route.onSend ?? []].flat(),
    ];
  });
}

/** A digest as a structured field (RFC 9530). */
const digestField = (digest: Buffer): string => `sha-256=:${digest.toString('base64')}:`;
