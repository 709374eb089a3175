export { type EncryptedSecret, Secrets } from './secrets.ts';
export { type NewToken, SignInCodes, type SignInUse, type StoredCode, Tokens, type TokenUse, type TypedCode } from './tokens.ts';
export {
  CODE_LIFETIME,
  durationIn,
  EMAIL_CHANGE_LIFETIME,
  MEMBER_INVITATION_LIFETIME,
  SEAT_INVITATION_LIFETIME,
} from './lifetimes.ts';
export { isRecentSignIn } from './recent-sign-in.ts';
export type { CredentialsToEnd, ProviderAccess } from './provider-access.ts';
