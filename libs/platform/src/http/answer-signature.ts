import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { BodyConfig } from './body-limit.ts';
import { DRY_RUN_HEADER } from './dry-run.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The SHA-256 of the body as it was received, of a request that asks for a signature. */
    bodyDigest?: Buffer;
    /** Whose key signs the answer, as the body of a request with a valid nonce says. */
    answerSigner?: string;
  }
}

export const NONCE_HEADER = 'license-nonce';
export const ACCEPT_HEADER = 'accept-signature';

/** The statuses of what operations decide: success, and refusals. */
const DECIDED: ReadonlySet<number> = new Set([200, 400, 403, 404]);

/** How `Accept-Signature` asks for the signature that names the operation. Parameters are in any order. */
export const COVERED = 'latchkey=("@status" "content-digest" "license-operation" "license-request-digest" "license-nonce";req)';
/** The same with the standing of the license key, of answers that tell it. */
export const COVERED_WITH_STANDING = COVERED.replace('"license-nonce"', '"license-standing" "license-nonce"');
const STANDING_HEADER = 'license-standing';
export const TAG = 'tag="latchkey-operation-answer"';
const ASKED = new RegExp(
  `(?:^|,)[ \\t]*${COVERED.replace(/[()]/g, '\\$&').replace('"license-nonce"', '("license-standing" )?"license-nonce"')}` +
    `((?:; *(?:created|alg="ed25519"|${TAG}))*)[ \\t]*(?:,|$)`,
);

/** A response that is to be signed. Digests are structured fields (RFC 9530). */
export interface Signable {
  readonly status: number;
  readonly contentDigest: string;
  readonly requestDigest: string;
  readonly nonce: string;
  /** If the signature names it. */
  readonly operation: string | undefined;
  /** If the signature covers it. */
  readonly standing: string | undefined;
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

/** Whether `Accept-Signature` (RFC 9421, section 5.1) asks for the signature that names the operation, and for the standing in it. Others are not made. */
function asked({ headers }: FastifyRequest): { readonly operation: boolean; readonly standing: boolean } {
  const [, standing, parameters = ''] = ASKED.exec(String(headers[ACCEPT_HEADER] ?? '')) ?? [];
  const operation = parameters.includes(TAG);
  return { operation, standing: operation && standing !== undefined };
}

/** Signs the response to a request that asks for it, if it is a decision of the operation. Sets the headers of the response. */
export async function signAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  { name, signer }: { readonly name: string; readonly signer: AnswerSigner },
): Promise<unknown> {
  const { headers, bodyDigest, answerSigner, caller } = request as FastifyRequest & { readonly caller?: unknown };
  const { statusCode: status } = reply;
  if (!DECIDED.has(status) || typeof payload !== 'string' || !bodyDigest || answerSigner === undefined) return payload;
  // Somebody in between could add the header, so that a use is not counted.
  if (reply.hasHeader(DRY_RUN_HEADER)) return payload;
  const { tokenKinds } = request.routeOptions.config as BodyConfig;
  if (tokenKinds && caller === undefined) return payload;
  const asks = asked(request);
  const operation = asks.operation ? name : undefined;
  const told = reply.getHeader(STANDING_HEADER);
  const standing = asks.standing && typeof told === 'string' ? told : undefined;
  const contentDigest = digestField(createHash('sha256').update(payload).digest());
  const requestDigest = digestField(bodyDigest);
  const nonce = String(headers[NONCE_HEADER]);
  const signed = await signer.sign(answerSigner, { status, contentDigest, requestDigest, nonce, operation, standing }, caller);
  if (!signed) return payload;
  void reply.headers({
    'content-digest': contentDigest,
    'license-request-digest': requestDigest,
    ...(operation === undefined ? {} : { 'license-operation': operation }),
    'signature-input': signed.input,
    signature: signed.signature,
  });
  return payload;
}

/** A digest as a structured field (RFC 9530). */
const digestField = (digest: Buffer): string => `sha-256=:${digest.toString('base64')}:`;
