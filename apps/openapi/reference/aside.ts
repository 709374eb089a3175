import type { ApiVersion } from '#support/api-versions';
import { type Html, html } from '#platform/html';
import { exampleOf, type Schemas } from '../open-api-examples.ts';
import { codeBlock } from './html.ts';
import type { Operation, Parameter } from './operations.ts';
import { type JsonValue, withPlaceholders } from './samples/sample-request.ts';
import { LANGUAGES, type Sample } from './samples/samples.ts';

/** Samples of the request, and a form that sends it. Without scripts, the page has no form and is complete otherwise. */
export const asideOf = (operation: Operation, samples: readonly Sample[], schemas: Schemas, version: ApiVersion): Html =>
  html`<div class="aside">${samplesOf(samples)}${formOf(operation, schemas, version)}</div>`;

function samplesOf(samples: readonly Sample[]): Html {
  const choice = ({ language }: Sample, index: number): Html =>
    html`<label
      ><input type="radio" name="language" value="${language}" ${index === 0 && html` checked`} /> ${LANGUAGES[language]}</label
    >`;
  const block = ({ language, code }: Sample): Html =>
    html`<div class="sample" data-language="${language}">${codeBlock(code.trimEnd())}</div>`;
  return html`<section class="samples" aria-label="Samples">
    <fieldset>
      <legend class="visually-hidden">Language of the samples</legend>
      ${samples.map(choice)}
    </fieldset>
    ${samples.map(block)}
  </section>`;
}

function formOf({ method, path, parameters, body, security }: Operation, schemas: Schemas, version: ApiVersion): Html {
  const fields = parameters.filter(({ schema }) => schema.type !== 'object').map(fieldOf);
  const example = body && body.schema.format !== 'binary' ? (body.example ?? exampleOf(body.schema, schemas)) : null;
  return html`<details class="try-it" hidden>
    <summary>Try it</summary>
    <form class="form" data-method="${method}" data-path="${path}" data-type="${body?.type ?? ''}" data-version="${version}">
      ${security.length > 0 && TOKEN} ${fields} ${body !== null && bodyField(example)}
      <button class="button ${method === 'DELETE' ? 'danger' : 'primary'}">Send ${method} request</button>
      <div class="answer" role="status"></div>
    </form>
  </details>`;
}

const TOKEN = html`<div class="field">
  <label for="try-token">Token</label>
  <input
    class="input"
    id="try-token"
    type="password"
    name="token"
    autocomplete="off"
    spellcheck="false"
    aria-describedby="try-hint"
  />
  <span class="hint" id="try-hint">It stays in the memory of this page, and is sent to this service only.</span>
</div>`;

function fieldOf({ name, in: place, required = false, schema }: Parameter): Html {
  const id = `try-${place}-${name}`;
  const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : null);
  const attributes = html`id="${id}" class="input" name="${name}" data-in="${place}"${required && html` required`}`;
  const control = choices
    ? html`<select ${attributes}>
        <option></option>
        ${choices.map((value) => html`<option>${String(value)}</option>`)}
      </select>`
    : html`<input ${attributes} autocomplete="off" spellcheck="false" />`;
  const facts = `${place}${required ? ', required' : ''}`;
  return html`<div class="field">
    <label for="${id}">${name} <span class="faint">${facts}</span></label
    >${control}
  </div>`;
}

function bodyField(example: unknown): Html {
  const text = example === null ? '' : JSON.stringify(withPlaceholders(example as JsonValue), null, 2);
  const rows = Math.min(16, Math.max(4, text.split('\n').length));
  return html`<div class="field">
    <label for="try-body">Body</label>
    <textarea class="input mono" id="try-body" name="body" rows="${rows}" spellcheck="false">${text}</textarea>
  </div>`;
}
