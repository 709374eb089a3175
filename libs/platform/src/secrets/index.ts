export { Keyring } from './keyring.ts';
export { kindOfToken, newSecret, newToken, type TokenKind } from './token.ts';
