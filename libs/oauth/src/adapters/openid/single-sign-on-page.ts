import { html } from '#platform/html';
import type { Page } from './page.ts';
import { type FormContext, startAgain } from './sign-in-pages.ts';

interface Leaving extends FormContext {
  readonly clientName: string;
  /** The address of the provider. */
  readonly url: string;
}

/** A link, because the policy lets forms lead nowhere else. It shows where the user is going to enter a password. */
export const leavingPage = ({ clientName, url, ...context }: Leaving): Page => {
  const { host } = new URL(url);
  return {
    title: 'Single sign-on',
    body: html`<h1>Single sign-on</h1>
      <p class="muted">
        Your organization signs its people in at ${host}. After that you come back and continue to “${clientName}”.
      </p>
      <p><a class="button" href="${url}" autofocus>Continue at ${host}</a></p>
      ${startAgain(context, 'Sign in another way')}`,
  };
};
