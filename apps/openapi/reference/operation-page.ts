import { isDeepStrictEqual } from 'node:util';
import type { ApiVersion } from '#support/api-versions';
import { exampleOf, type Schemas } from '../open-api-examples.ts';
import { codesIn, errorLink, ERRORS } from './errors.ts';
import { Fields } from './fields.ts';
import { folded } from './folds.ts';
import { LongValues } from './long-values.ts';
import type { Answer, Body, Operation, Parameter, Security } from './operations.ts';
import { firstSentence, type Page } from './page.ts';
import type { Sample } from './samples/samples.ts';

const BODY_DEPTH = 4;
const EVENT_DEPTH = 3;
const ANSWER_DEPTH = 2;

const CREDENTIALS: { readonly [scheme: string]: string } = {
  oat: 'an organization access token',
  pat: 'a personal access token',
  user_session: 'the session of a user',
  oidc: 'an access token of an application',
  customer_session: 'a customer session',
  member_session: 'a member session',
  oauth_client: 'the ID and the secret of a client (HTTP Basic)',
  oauth_token: 'an access token with the scope `openid`',
  oauth_registration: 'the registration access token of the client',
};

export class OperationPages {
  constructor(
    private readonly schemas: Schemas,
    private readonly version: ApiVersion,
  ) {}

  /** `versions` leads to the page in other versions. */
  pageOf(operation: Operation, samples: readonly Sample[] | null, versions: string | null = null, name = operation.id): Page {
    const { area, summary, description } = operation;
    return {
      name,
      title: summary,
      summary: firstSentence(description) || summary,
      area,
      hasFields: true,
      markdown: new Sections(this.schemas)
        .of(operation, versions ?? '')
        .filter(Boolean)
        .join('\n\n'),
      ...(samples && { aside: { operation, samples, version: this.version } }),
    };
  }
}

/** The sections of one page. */
class Sections {
  private readonly values = new LongValues();
  private readonly bodyFields: Fields;
  private readonly eventFields: Fields;
  private readonly answerFields: Fields;

  constructor(private readonly schemas: Schemas) {
    this.bodyFields = new Fields(schemas, BODY_DEPTH, 'required', this.values);
    this.eventFields = new Fields(schemas, EVENT_DEPTH, 'optional', this.values);
    this.answerFields = new Fields(schemas, ANSWER_DEPTH, 'optional', this.values);
  }

  of(
    { isEvent, method, path, summary, description, parameters, body, answers, security }: Operation,
    versions: string,
  ): readonly string[] {
    if (isEvent)
      return [
        `# ${summary}`,
        versions,
        description,
        ...this.bodySections(body, 'Body of the request that your endpoint gets', this.eventFields),
        ...this.values.sections(),
      ];
    return [
      `# ${summary}`,
      `\`${method} ${path}\``,
      versions,
      description,
      credentialsText(security),
      ...this.parameterSections(parameters),
      ...this.bodySections(body, 'Body', this.bodyFields),
      ...answers.filter(isSuccess).flatMap((answer, index, all) => this.answerSections(answer, all.slice(0, index))),
      ...errorSections(answers.filter((answer) => !isSuccess(answer))),
      ...this.values.sections(),
    ];
  }

  private parameterSections(parameters: readonly Parameter[]): readonly string[] {
    if (parameters.length === 0) return [];
    const items = parameters.map(({ name, in: place, required, description = '', schema }) => {
      const facts = [
        this.bodyFields.typeOf(schema, name),
        `in the ${place === 'header' ? 'headers' : place}`,
        ...(required ? ['required'] : []),
      ];
      return `- \`${name}\` *${facts.join(', ')}*${description && ` — ${description}`}`;
    });
    return ['## Parameters', items.join('\n')];
  }

  private bodySections(body: Body | null, title: string, fields: Fields): readonly string[] {
    if (body === null) return [];
    const example = body.schema.format === 'binary' ? undefined : (body.example ?? exampleOf(body.schema, this.schemas));
    return [
      `## ${title}`,
      `\`${body.type}\``,
      fields.describe(body.schema, 'body'),
      ...(example === undefined ? [] : ['### Example of a body', exampleText(example)]),
    ];
  }

  private answerSections({ status, description, bodies }: Answer, before: readonly Answer[]): readonly string[] {
    const [body] = bodies;
    const isJson = body?.type === 'application/json';
    const same = before.find((other) => isDeepStrictEqual(other.bodies, bodies));
    if (same)
      return [
        `## Answer ${status}`,
        description === 'Success' ? '' : description,
        `Its body is that of [answer ${same.status}](#answer-${same.status}).`,
      ];
    return [
      `## Answer ${status}`,
      [description === 'Success' ? '' : description, isJson || !body ? '' : `\`${body.type}\``].filter(Boolean).join(' '),
      ...(isJson
        ? [exampleText(exampleOf(body.schema, this.schemas)), this.answerFields.describe(body.schema, `answer-${status}`)]
        : []),
    ];
  }
}

/** Longer examples are folded. */
const MOST_LINES = 24;

function exampleText(example: unknown): string {
  const text = JSON.stringify(example, null, 2);
  const lines = text.split('\n').length;
  const code = `\`\`\`json\n${text}\n\`\`\``;
  return lines > MOST_LINES ? folded(`Example of ${lines} lines`, code) : code;
}

const isSuccess = ({ status }: Answer): boolean => /^[23]/.test(status);

function credentialsText(security: Security): string {
  if (security.length === 0) return 'Needs no credentials.';
  const schemes = new Set(security.flatMap((each) => Object.keys(each)));
  const tokens = Object.entries(CREDENTIALS).flatMap(([scheme, text]) => (schemes.has(scheme) ? [text] : []));
  const scopes = [...new Set(security.flatMap((each) => Object.values(each).flat()))].map((scope) => `\`${scope}\``);
  const needed = scopes.length > 0 ? ` with the scope ${scopes.join(' or ')}` : '';
  return `Takes ${tokens.join(', or ')}${needed}.`;
}

function errorSections(answers: readonly Answer[]): readonly string[] {
  if (answers.length === 0) return [];
  const rows = answers.map(
    ({ status, description, errors }) =>
      `| [${status}](${ERRORS}/${status}.md) | ${errors.map(errorLink).join(' ')} | ${description.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')} |`,
  );
  const codes = [...new Set(answers.flatMap(({ headers }) => codesIn(headers['License-Code'] ?? '')))];
  return [
    '## Errors',
    ['| status | error | when |', '| --- | --- | --- |', ...rows].join('\n'),
    codes.length > 0 ? `\`License-Code\` says why: ${codes.map(errorLink).join(', ')}.` : '',
    'All [errors](errors.md) have the same form; each leads to its cause and remedy.',
  ];
}
