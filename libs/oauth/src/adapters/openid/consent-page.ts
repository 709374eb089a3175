import { type Html, html } from '#platform/html';
import { SCOPE_WORDS } from '../../domain/scopes.ts';
import { errorMessage, type Page } from './page.ts';
import type { FormContext } from './sign-in-pages.ts';

interface Consent extends FormContext {
  readonly clientName: string;
  /** Where the user goes afterwards; null for a device. */
  readonly redirectUri: string | null;
  readonly email: string;
  readonly scopes: readonly string[];
  /** Scopes that the user may allow as well. */
  readonly optional: readonly string[];
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  /** Cannot be chosen without a sign-in through their providers. */
  readonly needingSingleSignOn: readonly { readonly name: string }[];
  /** Whether the application acts in exactly one organization. */
  readonly onlyOne: boolean;
  /** Whether it acts in organizations at all. */
  readonly asksForOrganizations: boolean;
  readonly message?: string;
}

const choice = (value: string, label: string, isChecked: boolean): Html =>
  html`<label class="choice"
    ><input type="radio" name="organization" value="${value}" required${isChecked && html` checked`} /><span
      >${label}</span
    ></label
  >`;

function organizationChoice({ organizations, needingSingleSignOn, onlyOne }: Consent): Html {
  const all = !onlyOne && html`${choice('all', 'All organizations that I belong to', organizations.length === 0)}`;
  return html`<fieldset>
    <legend>In which organization?</legend>
    <div class="scroll">${organizations.map(({ id, name }) => choice(id, name, organizations.length === 1))}${all}</div>
    ${
      needingSingleSignOn.length > 0 &&
      html`<p class="muted">
        Single sign-on is required by ${needingSingleSignOn.map(({ name }) => name).join(', ')}: to choose that, use another
        account and sign in through its provider.
      </p>`
    }
  </fieldset>`;
}

const scopeList = (scopes: readonly string[]): Html =>
  html`<ul>
    ${scopes.map((scope) => html`<li>${SCOPE_WORDS[scope] ?? scope}</li>`)}
  </ul>`;

const changeChoice = (optional: readonly string[]): Html =>
  html`<label class="choice"><input type="checkbox" name="changes" value="yes" /><span>Let it change things, too</span></label>
    <details>
      <summary>What it could change</summary>
      ${scopeList(optional)}
    </details>`;

/** What a user is told of an address to which an answer leads. */
export const destinationOf = (redirectUri: string): string => {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
};

export const consentPage = (consent: Consent): Page => {
  const { clientName, redirectUri, email, scopes, optional, action, csrf, message } = consent;
  return {
    title: `Allow ${clientName}`,
    body: html`<h1>Allow “${clientName}” to act for you?</h1>
      <p class="muted">
        You are signed in as ${email}.
        ${
          redirectUri === null
            ? 'The program or device on which you started this gets the access.'
            : html`You will be taken to <strong>${destinationOf(redirectUri)}</strong>.`
        }
        The name of an application is its own choice: allow only what you know.
      </p>
      ${errorMessage(message)}
      <form method="post" action="${action}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <h2>It will be able to</h2>
        ${scopeList(scopes)} ${optional.length > 0 && changeChoice(optional)}
        ${consent.asksForOrganizations && organizationChoice(consent)}
        <button type="submit" name="step" value="allow">Allow</button>
        <button class="second" type="submit" name="step" value="deny" formnovalidate>Refuse</button>
        <button class="link" type="submit" name="step" value="other-user" formnovalidate>Use another account</button>
      </form>`,
  };
};
