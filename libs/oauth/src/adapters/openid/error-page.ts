import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { html } from '#platform/html';
import { documentOf, errorMessage, type Page } from './page.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  server_error: 'Something went wrong here. Try again later.',
  invalid_client: 'The application is not registered here.',
  invalid_redirect_uri: 'The application asked to be answered at an address that it has not registered.',
  session_not_found: 'This sign-in has expired, or was started in another browser. Start again in the application.',
};

export const problemPage = (sentence: string, detail?: string): Page => ({
  title: 'This did not work',
  body: html`<h1>This did not work</h1>
    ${errorMessage(sentence)}
    ${detail !== undefined && html`<p class="muted">For the developers of the application: ${detail}</p>`}`,
});

export const EXPIRED_PAGE: Page = problemPage(SENTENCES['session_not_found']!);

/** Errors of the provider that cannot be told to the application. */
export const renderError: NonNullable<Configuration['renderError']> = (ctx: KoaContextWithOIDC, { error, error_description }) => {
  const isExpired = error === 'invalid_request' && /session|expired|cookie/.test(error_description ?? '');
  const sentence = isExpired ? SENTENCES['session_not_found'] : SENTENCES[error];
  const detail = `${error}${error_description ? `: ${error_description}` : ''}`;
  const page = problemPage(sentence ?? 'The application sent a request that cannot be understood.', detail);
  // Operations of the provider answer applications in browsers; a page is for nobody else.
  for (const name of ctx.res.getHeaderNames()) if (name.startsWith('access-control-')) ctx.remove(name);
  Object.assign(ctx, { type: 'html', body: documentOf(page) });
};
