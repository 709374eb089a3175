import { html } from '#platform/html';
import { errorMessage, type Page, pageScript } from './page.ts';
import { type FormContext, startAgain } from './sign-in-pages.ts';
import type { PasskeyJson } from './user-sessions.ts';

interface PasskeySignIn extends FormContext {
  readonly clientName: string;
  readonly options: PasskeyJson;
  readonly message?: string;
}

/** Asks the browser for a passkey before the form is sent. What goes wrong is told by the service. */
const SCRIPT = pageScript(`
const form = document.getElementById('passkey');
const field = form.elements.namedItem('passkey');
form.addEventListener('submit', async (event) => {
  if (field.value !== '') return;
  event.preventDefault();
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(form.dataset.options));
    field.value = JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON());
  } catch {
    field.value = 'none';
  }
  form.requestSubmit(form.querySelector('button'));
});
`);

/** The only page with a script: browsers give passkeys to nobody else. */
export const passkeyPage = ({ clientName, options, message, action, csrf }: PasskeySignIn): Page => ({
  title: 'Use a passkey',
  body: html`<h1>Use a passkey</h1>
    <p class="muted">to continue to “${clientName}”</p>
    ${errorMessage(message)}
    <form method="post" action="${action}" id="passkey" data-options="${JSON.stringify(options)}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="passkey" value="" />
      <button type="submit" name="step" value="passkey" autofocus>Continue with a passkey</button>
    </form>
    ${startAgain({ action, csrf }, 'Sign in another way')}`,
  script: SCRIPT,
});
