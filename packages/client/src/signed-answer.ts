import { contentDigest, fromBase64, utf8 } from './bytes.ts';
import { isSignedBy, type PublicKey } from './public-key.ts';
import { NotTrusted } from './result.ts';
import type { Answer } from './transport.ts';

const COVERED =
  '("@status" "content-digest" "license-operation" "license-request-digest" "license-standing" "license-nonce";req)';
/** What an older service signs, without the operation, is not enough: whoever is in between could ask for it. */
export const ACCEPT_SIGNATURE = `latchkey=${COVERED};created;tag="latchkey-operation-answer"`;
const INPUT =
  /^latchkey=(\("@status" "content-digest" "license-operation" "license-request-digest" (?:("license-standing") )?"license-nonce";req\);created=(\d{1,12});keyid="([\w-]{1,128})";alg="ed25519";nonce="([^"]*)";tag="latchkey-operation-answer")$/;
const SIGNATURE = /^latchkey=:([A-Za-z0-9+/]+={0,2}):$/;

/** What was sent. */
export interface SentRequest {
  /** Such as `customer_portal.license_keys.validate`. */
  readonly operation: string;
  readonly body: string;
  readonly nonce: string;
}

/** The ID of the key that signed an answer; throws if nobody did. */
export function signingKeyOf({ headers }: Answer): string {
  const kid = INPUT.exec(headers.get('signature-input') ?? '')?.[4];
  if (kid === undefined) throw new NotTrusted('not_signed');
  return kid;
}

/** What a signature covers beside the body. */
export interface Signed {
  /** When it was made, in seconds. */
  readonly at: number;
  /** The header `License-Standing`, of an answer that has it. */
  readonly standing: string | undefined;
}

/** Verifies that an answer is signed for this request (HTTP Message Signatures, RFC 9421). */
export async function verifyAnswer(answer: Answer, request: SentRequest, keys: readonly PublicKey[]): Promise<Signed> {
  const [, parameters, covered, created, kid, nonce] = INPUT.exec(answer.headers.get('signature-input') ?? '') ?? [];
  const signature = fromBase64(SIGNATURE.exec(answer.headers.get('signature') ?? '')?.[1] ?? '');
  if (parameters === undefined || !signature || signature.length === 0) throw new NotTrusted('not_signed');
  const key = keys.find((each) => each.kid === kid);
  if (!key) throw new NotTrusted('unknown_key');
  if (nonce !== request.nonce) throw new NotTrusted('wrong_nonce');
  const digests = [await contentDigest(answer.text), await contentDigest(request.body)];
  const isOfRequest =
    answer.headers.get('license-request-digest') === digests[1] && answer.headers.get('license-operation') === request.operation;
  if (!isOfRequest) throw new NotTrusted('wrong_request');
  const standing = covered === undefined ? undefined : (answer.headers.get('license-standing') ?? '');
  const base = [
    `"@status": ${answer.status}`,
    `"content-digest": ${digests[0]}`,
    `"license-operation": ${request.operation}`,
    `"license-request-digest": ${digests[1]}`,
    ...(standing === undefined ? [] : [`"license-standing": ${standing}`]),
    `"license-nonce";req: ${request.nonce}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  if (!(await isSignedBy(key, utf8(base), signature))) throw new NotTrusted('bad_signature');
  return { at: Number(created), standing };
}
