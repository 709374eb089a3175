/** Labels of letters, digits and hyphens; the last one begins with a letter, which no IP address has. */
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** What ends the host of a URL, or would not be a part of it. */
const NOT_IN_HOSTS = /[\s/\\?#@:[\]%]/;

/** A domain name in its normal form: lower case, an international name in Punycode, without the dot at the end. Null if it is none. */
export function domainName(text: string): string | null {
  const given = text.trim().replace(/\.$/, '');
  if (NOT_IN_HOSTS.test(given)) return null;
  const host = URL.parse(`https://${given}`)?.hostname ?? '';
  return HOST_NAME.test(host) ? host : null;
}

/** The domain of an e-mail address in its normal form. */
export const domainOfEmail = (email: string): string | null => domainName(email.slice(email.lastIndexOf('@') + 1));
