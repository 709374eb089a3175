import type { Signer } from './signer.ts';

const MS = 1000;
const LABEL = 'latchkey';
const TAG = 'latchkey-answer';
const TAG_WITH_OPERATION = 'latchkey-operation-answer';

/** The values of the headers `Signature-Input` and `Signature` (RFC 9421). */
export interface HttpSignature {
  readonly input: string;
  readonly signature: string;
}

/** What an answer is. Texts are values of headers, without quotes and line breaks. */
export interface AnswerFacts {
  readonly status: number;
  readonly contentDigest: string;
  readonly requestDigest: string;
  readonly nonce: string;
  /** If the signature names it. */
  readonly operation?: string | undefined;
  /** The standing of the license key, if the signature covers it. */
  readonly standing?: string | undefined;
}

/** The components that the signature covers, under their identifiers as the signature base writes them. */
const componentsOf = ({
  status,
  contentDigest,
  requestDigest,
  nonce,
  operation,
  standing,
}: AnswerFacts): Readonly<Record<string, string>> => ({
  '"@status"': String(status),
  '"content-digest"': contentDigest,
  ...(operation === undefined ? {} : { '"license-operation"': operation }),
  '"license-request-digest"': requestDigest,
  ...(standing === undefined ? {} : { '"license-standing"': standing }),
  '"license-nonce";req': nonce,
});

/** Signs an answer (docs/licensing/signed-answers.md). */
export function signAnswer(signer: Signer, answer: AnswerFacts, created: Date): HttpSignature {
  const components = componentsOf(answer);
  const seconds = Math.floor(created.getTime() / MS);
  const tag = answer.operation === undefined ? TAG : TAG_WITH_OPERATION;
  const parameters =
    `(${Object.keys(components).join(' ')});created=${seconds};keyid="${signer.kid}";alg="ed25519"` +
    `;nonce="${answer.nonce}";tag="${tag}"`;
  const lines = Object.entries(components).map(([name, value]) => `${name}: ${value}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
  return { input: `${LABEL}=${parameters}`, signature: `${LABEL}=:${signer.sign(base).toString('base64')}:` };
}
