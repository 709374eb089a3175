import type { QueryBus } from '@nestjs/cqrs';
import type { Mailer, MailTemplate, ServiceUrl } from '#support/mails';
import type { MemberRole } from './find-member-role.ts';
import { FindOrganizations } from './find-organizations.ts';
import { FindTeamEmails } from './find-team-emails.ts';

/** What the users of an organization are told: all of them, or those in one of the roles. */
interface TeamNotice<Data> {
  readonly roles: readonly MemberRole[] | null;
  readonly template: MailTemplate<Data & { readonly url: string }>;
  readonly data: Data;
  /** The page of the console to which the mail leads, below that of the organization. */
  readonly page: string;
}

/** Tells the users of an organization something by e-mail. */
export async function notifyTeam<Data>(
  { queries, mailer, service }: { readonly queries: QueryBus; readonly mailer: Mailer; readonly service: ServiceUrl },
  organizationId: string,
  { roles, template, data, page }: TeamNotice<Data>,
): Promise<void> {
  const { sender, slug } = (await queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
  const url = `${service.baseUrl}/console/${slug}/${page}`;
  for (const to of await queries.execute(new FindTeamEmails(organizationId, roles))) {
    await mailer.send(template.email(to, sender, { ...data, url }));
  }
}
