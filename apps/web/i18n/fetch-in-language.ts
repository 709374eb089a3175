/** Mails that a request causes are written in the language of the page. */
export function fetchInLanguage(request: Request): Promise<Response> {
  const { lang } = document.documentElement;
  const locale = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  if (locale !== '') request.headers.set('accept-language', locale);
  return fetch(request);
}
