export { Keyring } from './keyring.ts';
export { kindOfToken, newToken, type TokenKind } from './token.ts';
