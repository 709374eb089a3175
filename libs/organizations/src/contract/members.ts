import { Query, Command, type QueryBus } from '@nestjs/cqrs';
import type { Mailer, MailTemplate, Sender, ServiceUrl } from '#support/mails';
import { FindOrganizations } from './organizations.ts';

/** Makes a user a member with this role. Whoever is a member already keeps the role. Throws `ResourceNotFound`. */
export class JoinOrganization extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
    readonly role: 'admin' | 'member' | 'finance' | 'support',
  ) {
    super();
  }
}

export type MemberRole = 'owner' | 'admin' | 'member' | 'finance' | 'support';

/** The role of a user in an organization; null if they do not belong to it. */
export class FindMemberRole extends Query<MemberRole | null> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

/** The e-mail addresses of the users who belong to an organization in one of the roles, without blocked users. */
export class FindTeamEmails extends Query<readonly string[]> {
  constructor(
    readonly organizationId: string,
    readonly roles: readonly MemberRole[],
  ) {
    super();
  }
}

/** What the users of an organization are told: those in one of the roles. */
interface TeamNotice<Data> {
  readonly roles: readonly MemberRole[];
  readonly template: MailTemplate<Data & { readonly url: string }>;
  readonly data: Data;
  /** The page of the console to which the mail leads, below that of the organization. */
  readonly page: string;
}

interface Organization {
  readonly sender: Sender;
  /** The page of the console. */
  readonly url: string;
}

/** In whose name the users of an organization are told something, and to which page of the console it leads. */
export async function senderAndUrl(
  { queries, service }: { readonly queries: QueryBus; readonly service: ServiceUrl },
  organizationId: string,
  page: string,
): Promise<Organization> {
  const { sender, slug } = (await queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
  return { sender, url: `${service.baseUrl}/console/${slug}/${page}` };
}

/** Tells the users of an organization something by e-mail. */
export async function notifyTeam<Data>(
  { queries, mailer, service }: { readonly queries: QueryBus; readonly mailer: Mailer; readonly service: ServiceUrl },
  organizationId: string,
  { roles, template, data, page }: TeamNotice<Data>,
): Promise<void> {
  const { sender, url } = await senderAndUrl({ queries, service }, organizationId, page);
  for (const to of await queries.execute(new FindTeamEmails(organizationId, roles))) {
    await mailer.send(template.email(to, sender, { ...data, url }));
  }
}
