import { type Html, html } from '#platform/html';
import { errorMessage, type Page } from './page.ts';

/** What every form of a page sends along. */
export interface FormContext {
  readonly action: string;
  readonly csrf: string;
}

const form = ({ action, csrf }: FormContext, content: Html): Html =>
  html`<form method="post" action="${action}"><input type="hidden" name="csrf" value="${csrf}" />${content}</form>`;

const emailField = (email: string): Html =>
  html`<label class="field" for="email">E-mail address</label>
    <input type="email" id="email" name="email" value="${email}" maxlength="320" required autocomplete="username" autofocus />`;

interface SignIn extends FormContext {
  readonly clientName: string;
  readonly email: string;
  readonly message?: string;
}

export const emailPage = ({ clientName, email, message, ...context }: SignIn): Page => ({
  title: 'Sign in',
  body: html`<h1>Sign in</h1>
    <p class="muted">to continue to “${clientName}”</p>
    ${errorMessage(message)}
    ${form(
      context,
      html`${emailField(email)}
        <button type="submit" name="step" value="request">Send me a code</button>
        <button class="second" type="submit" name="step" value="ask-password">Use my password</button>
        <button class="second" type="submit" name="step" value="ask-passkey" formnovalidate>Use a passkey</button>
        <button class="second" type="submit" name="step" value="ask-single-sign-on">Use single sign-on</button>`,
    )}`,
});

export const startAgain = (context: FormContext, label = 'Use another e-mail address'): Html =>
  form(context, html`<button class="link" type="submit" name="step" value="start">${label}</button>`);

export const codePage = ({ clientName, email, message, ...context }: SignIn): Page => ({
  title: 'Enter the code',
  body: html`<h1>Enter the code</h1>
    <p class="muted">
      If somebody with the address ${email} may sign in here, a code is on its way. Continue to “${clientName}” with it.
    </p>
    ${errorMessage(message)}
    ${form(
      context,
      html`<input type="hidden" name="email" value="${email}" />
        <label class="field" for="code">Code from the e-mail</label>
        <input
          class="code"
          type="text"
          id="code"
          name="code"
          maxlength="20"
          required
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck="false"
          autofocus
        />
        <button type="submit" name="step" value="code">Sign in</button>`,
    )}
    ${startAgain(context)}`,
});

export const passwordPage = ({ clientName, email, message, ...context }: SignIn): Page => ({
  title: 'Enter your password',
  body: html`<h1>Enter your password</h1>
    <p class="muted">to continue to “${clientName}” as ${email}</p>
    ${errorMessage(message)}
    ${form(
      context,
      html`<input type="email" name="email" value="${email}" autocomplete="username" hidden />
        <label class="field" for="password">Password</label>
        <input
          type="password"
          id="password"
          name="password"
          maxlength="1024"
          required
          autocomplete="current-password"
          autofocus
        />
        <button type="submit" name="step" value="password">Sign in</button>`,
    )}
    ${startAgain(context)}`,
});

interface SecondFactor extends FormContext {
  readonly token: string;
  readonly kind: 'totp' | 'recovery_code';
  readonly message?: string;
}

export const secondFactorPage = ({ token, kind, message, ...context }: SecondFactor): Page => {
  const isTotp = kind === 'totp';
  return {
    title: 'Second factor',
    body: html`<h1>Second factor</h1>
      <p class="muted">
        ${
          isTotp
            ? 'Enter the six digits that your authenticator app shows.'
            : 'Enter one of your recovery codes. Each of them works once.'
        }
      </p>
      ${errorMessage(message)}
      ${form(
        context,
        html`<input type="hidden" name="token" value="${token}" /><input type="hidden" name="kind" value="${kind}" />
          <label class="field" for="code">${isTotp ? 'Code' : 'Recovery code'}</label>
          <input
            class="code"
            type="text"
            id="code"
            name="code"
            maxlength="64"
            required
            autocomplete="one-time-code"
            spellcheck="false"
            autofocus${isTotp && html` inputmode="numeric"`}
          />
          <button type="submit" name="step" value="second-factor">Continue</button>`,
      )}
      ${form(
        context,
        html`<input type="hidden" name="token" value="${token}" />
          <input type="hidden" name="kind" value="${isTotp ? 'recovery_code' : 'totp'}" />
          <button class="link" type="submit" name="step" value="ask-second-factor">
            ${isTotp ? 'Use a recovery code' : 'Use the authenticator app'}
          </button>`,
      )}`,
  };
};

export const signOutPage = (context: FormContext, email: string | null): Page => ({
  title: 'Sign out',
  body: email
    ? html`<h1>Sign out?</h1>
        <p class="muted">You are signed in as ${email}. Applications that you allowed keep their access.</p>
        ${form(context, html`<button type="submit">Sign out</button>`)}`
    : html`<h1>You are signed out</h1>
        <p class="muted">You can close this page.</p>`,
});
