/** The names of RFC 8176 for the ways in which users prove who they are. */
const NAMES: Readonly<Record<string, string>> = {
  email_code: 'otp',
  password: 'pwd',
  passkey: 'hwk',
  single_sign_on: 'fed',
  totp: 'otp',
  recovery_code: 'otp',
};

/** How a user signed in, for the ID token. */
export function amrOf(methods: readonly string[]): string[] {
  const names = [...new Set(methods.flatMap((method) => NAMES[method] ?? []))];
  return methods.length > 1 ? [...names, 'mfa'] : names;
}
