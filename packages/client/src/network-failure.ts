/** What a request failed with, in words that tell people what to do, and with the code of the runtime (docs of causes: README, "Behind a proxy"). */
export interface NetworkFailure {
  readonly isTimeout: boolean;
  readonly detail: string;
}

const NO_HOST = /ENOTFOUND|EAI_|getaddrinfo|dns error|failed to lookup/i;
const REFUSED = /ECONNREFUSED|ConnectionRefused|connection refused/i;
const NO_ROUTE = /ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL/;
const TIMEOUT = /ETIMEDOUT|UND_ERR_\w+_TIMEOUT/;
const CERTIFICATE = /certificate|CERT_|_CERT|UNABLE_TO_VERIFY|ERR_TLS_CERT|CRL_|HOSTNAME_MISMATCH/i;
const PROXY = /\b407\b|proxy/i;
/** React Native cannot read a URL. */
const HOST = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]+)/;
/** Errors contain their causes, and those of several addresses of a host contain each. */
const DEEPEST = 8;
const LONGEST = 500;

interface Thrown {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** What `fetch` threw for this URL. Runtimes say it in different places: browsers not at all. */
export function networkFailure(error: unknown, url: string): NetworkFailure {
  const said = causesOf(error);
  const reason = said.length === 1 ? `${said[0]}: the runtime does not say why; a proxy may ask for a sign-in` : said.at(-1);
  const host = HOST.exec(url)?.[1] ?? url;
  const told = (cause: string): NetworkFailure => ({ isTimeout: false, detail: `${cause} (${reason}).`.slice(0, LONGEST) });
  const has = (form: RegExp): boolean => said.some((text) => form.test(text));
  if (has(TIMEOUT)) return { ...told(`No connection to ${host} in time`), isTimeout: true };
  if (has(CERTIFICATE)) return told(`Certificate of ${host} not trusted`);
  if (has(PROXY)) return told('The proxy does not let the request pass');
  if (has(NO_HOST)) return told(`No such host: ${host}`);
  if (has(REFUSED)) return told(`Connection refused by ${host}`);
  if (has(NO_ROUTE)) return told(`No way to ${host}: a proxy may be needed`);
  return told(`No connection to ${host}`);
}

/** Codes and messages, from the outermost error to its cause. */
function causesOf(error: unknown): readonly string[] {
  const said: string[] = [];
  let each = error;
  for (let depth = 0; depth < DEEPEST && each !== undefined && each !== null; depth += 1) {
    const { code, message, cause, errors } = each as Thrown;
    const coded = typeof code === 'string' ? [code] : [];
    const texts = [...coded, typeof message === 'string' ? message : String(each)].filter((text) => text !== '');
    if (texts.length > 0) said.push(texts.join(': '));
    each = cause ?? errors?.[0];
  }
  return said;
}
