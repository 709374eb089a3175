import type { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import { type Scope, SCOPES } from '#platform/auth';
import { CliError } from '#platform/process';

export const ORGANIZATION = { value: '<slug>', about: 'The organization.' } as const;
export const EMAIL = { value: '<email>', about: 'The user’s e-mail address.' } as const;
export const SCOPES_OPTION = {
  value: '<scopes>',
  about: 'What the token may do, such as license_keys:read,customers:read; otherwise everything.',
  optional: true,
} as const;

export function readScopes(text: string | undefined): readonly Scope[] {
  if (text === undefined) return SCOPES;
  const scopes = text.split(',').map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new CliError(`${unknown.join(', ')} is no scope. There are: ${SCOPES.join(', ')}.`);
  return scopes as Scope[];
}

interface Attributes {
  readonly comment: string;
  readonly scopes: readonly Scope[];
  readonly lifetime?: number | null;
}

/** The token in a sentence: this is the only time that it can be read. */
export async function issueToken(
  commands: CommandBus,
  owner: IssueAccessToken['owner'],
  attributes: Attributes,
): Promise<string> {
  const { lifetime = null, scopes, comment } = attributes;
  const { token } = await commands.execute(new IssueAccessToken(owner, { comment, scopes, within: scopes, lifetime }));
  return `${'userId' in owner ? 'Personal' : 'Organization'} access token, shown this once:\n${token}`;
}
