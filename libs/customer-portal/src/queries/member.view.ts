import { type Page, pageOf } from '#platform/http';
import { type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { MEMBER_ROLES, MemberView } from '../contract/index.ts';

export { MEMBER_ROLES, MemberView };

export const MemberPageView = pageOf(MemberView, 'Member');
export type MemberPageView = Page<MemberView>;

/** A member as the other members of its team see it. */
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
);
export type TeamMemberView = Infer<typeof TeamMemberView>;

export const TeamMemberPageView = pageOf(TeamMemberView, 'CustomerPortalMember');
export type TeamMemberPageView = Page<TeamMemberView>;
