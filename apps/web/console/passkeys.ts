import { answer, type Schema } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { api } from './context.ts';

type Signed = Schema<'UserSignInByPasskey'>['passkey'];
type Made = Schema<'PasskeyCreate'>['credential'];

/** Set in browsers with which a passkey was used: they offer it before anybody asks for it. */
const USED = 'latchkey.passkey';

/** Older browsers do not read the JSON of WebAuthn. */
export const hasPasskeys = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

export const mayOfferPasskey = async (): Promise<boolean> =>
  hasPasskeys && localStorage.getItem(USED) !== null && PublicKeyCredential.isConditionalMediationAvailable();

const rememberUse = (): void => localStorage.setItem(USED, '1');

/** The browser, or the user, did not go on: `InvalidStateError` if the device has a passkey of the user already. */
export class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused';
  readonly isKnown: boolean;

  constructor(cause: unknown) {
    super('The browser returned no passkey', { cause });
    this.isKnown = cause instanceof DOMException && cause.name === 'InvalidStateError';
  }
}

const refused = (cause: unknown): never => {
  throw cause instanceof ApiProblem ? cause : new PasskeyRefused(cause);
};

/** Lets the browser sign a challenge: in a dialog, or, with `conditional`, when the user chooses the passkey in the field for the address. */
export async function signWithPasskey(signal: AbortSignal, mediation?: 'conditional'): Promise<Signed> {
  const { options } = await answer(api.POST('/v1/users/sign-in/passkey-options', { signal }));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  const credential = await navigator.credentials.get({ publicKey, mediation, signal }).catch(refused);
  return (credential as PublicKeyCredential).toJSON() as unknown as Signed;
}

/** Opens a session with what the browser signed. */
export async function signInWithPasskey(passkey: Signed): Promise<void> {
  await answer(api.POST('/v1/users/sign-in/authenticate', { body: { passkey } }));
  rememberUse();
}

/** Lets the browser make a passkey, and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await answer(api.POST('/v1/users/me/passkeys/options', {}));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await navigator.credentials.create({ publicKey }).catch(refused);
  const credential = (made as PublicKeyCredential).toJSON() as unknown as Made;
  await answer(api.POST('/v1/users/me/passkeys', { body: { name, credential } }));
  rememberUse();
}
