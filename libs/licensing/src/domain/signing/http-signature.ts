import type { Signer } from './signer.ts';

const MS = 1000;
const LABEL = 'latchkey';
const TAG = 'latchkey-answer';

/** The values of the headers `Signature-Input` and `Signature` (RFC 9421). */
export interface HttpSignature {
  readonly input: string;
  readonly signature: string;
}

/**
 * Signs the components of a message, given under their identifiers as the signature base writes them. Neither values nor the nonce
 * contain quotes or line breaks.
 */
export function signComponents(
  signer: Signer,
  components: Readonly<Record<string, string>>,
  { nonce, created }: { readonly nonce: string; readonly created: Date },
): HttpSignature {
  const seconds = Math.floor(created.getTime() / MS);
  const parameters =
    `(${Object.keys(components).join(' ')});created=${seconds};keyid="${signer.kid}";alg="ed25519"` +
    `;nonce="${nonce}";tag="${TAG}"`;
  const lines = Object.entries(components).map(([name, value]) => `${name}: ${value}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
  return { input: `${LABEL}=${parameters}`, signature: `${LABEL}=:${signer.sign(base).toString('base64')}:` };
}
