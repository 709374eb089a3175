export { newCode, randomText } from './code.ts';
export { KEY_ID_BYTES, Keyring, SecretKeyMissing } from './keyring.ts';
export { KeyedSignInCodes } from './keyed-sign-in-codes.ts';
export { KeyedTokens } from './keyed-tokens.ts';
export { kindOfToken, newSecret, newToken, prefixOf, type TokenKind } from './token.ts';
export { SignedUrls } from './signed-urls.ts';
export { pooledRandomBytes } from './random-pool.ts';
