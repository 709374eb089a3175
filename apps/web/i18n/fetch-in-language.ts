declare global {
  /** What the document has asked for before any script was loaded (`early.mjs`), by address. */
  var early: Map<string, Promise<Response | null>> | undefined;
}

/** The response that the document has asked for; it is used once. */
async function takeEarly({ method, url }: Request): Promise<Response | null> {
  const asked = method === 'GET' ? globalThis.early?.get(url) : undefined;
  globalThis.early?.delete(url);
  return asked ?? null;
}

/** Mails that a request causes are written in the language of the page. */
export async function fetchInLanguage(request: Request): Promise<Response> {
  const { lang } = document.documentElement;
  const locale = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  if (locale !== '') request.headers.set('accept-language', locale);
  return (await takeEarly(request)) ?? fetch(request);
}
