import type { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import type { Scope } from '#platform/auth';

interface NewToken {
  readonly comment: string;
  readonly scopes: readonly Scope[];
  /** In milliseconds; `null` never expires. */
  readonly lifetime?: number | null;
}

/** Issues a token and returns it in plain text: it cannot be read again later. */
export async function issueToken(
  commands: CommandBus,
  owner: IssueAccessToken['owner'],
  token: NewToken,
): Promise<{ readonly text: string; readonly data: { readonly token: string } }> {
  const { lifetime = null, scopes, comment } = token;
  const issued = await commands.execute(
    new IssueAccessToken(owner, { comment, scopes, within: scopes, lifetime, latestExpiry: null }),
  );
  const kind = 'userId' in owner ? 'Personal' : 'Organization';
  return { text: `${kind} access token, shown only once:\n${issued.token}`, data: { token: issued.token } };
}
