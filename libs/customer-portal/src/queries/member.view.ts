import { type Page, pageOf } from '#platform/http';
import { describeResource, type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { MemberView } from '../views/index.ts';
import { MEMBER_ROLES } from '../views/member.view.ts';

export { MEMBER_ROLES, MemberView };

export const MemberPageView = pageOf(MemberView, 'Member');
export type MemberPageView = Page<MemberView>;

/** A member as other members of the same team see it. */
export const TeamMemberView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    email: text(),
    name: nullable(text()),
    role: oneOf(MEMBER_ROLES),
  },
  'CustomerPortalMember',
  {
    ...describeResource('member'),
    email: 'The e-mail address of the member.',
    name: 'The name of the member, or `null`.',
    role: 'The role of the member. Every team has one `owner`.',
  },
);
export type TeamMemberView = Infer<typeof TeamMemberView>;

export const TeamMemberPageView = pageOf(TeamMemberView, 'CustomerPortalMember');
export type TeamMemberPageView = Page<TeamMemberView>;
