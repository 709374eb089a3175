import {
  SetMemberRole,
  RemoveMember,
  IdOfOrganization,
  IdOfUser,
  RegisterUser,
  type Role,
  ROLES,
  SetUserBlocked,
} from '#organizations';
import { define } from '../subcommand.ts';
import { emailFrom, found } from './found.ts';
import { EMAIL, ORGANIZATION } from './options.ts';

export const user = define({
  summary: 'Adds a user to an organization, or gives them another role there.',
  options: { organization: ORGANIZATION, email: EMAIL, role: { value: '<role>', about: 'What they may do.', choices: ROLES } },
  async run({ commands, queries }, { organization: slug, email, role }) {
    await found(slug, queries.execute(new IdOfOrganization(slug)));
    const userId = await commands.execute(new RegisterUser(emailFrom(email)));
    await found(slug, commands.execute(new SetMemberRole({ slug }, userId, role as Role)));
    return `${email} has the role ${role} in the organization ${slug} now.`;
  },
});

export const removeUser = define({
  summary: 'Removes a user from an organization. The last owner stays.',
  options: { organization: ORGANIZATION, email: EMAIL },
  async run({ commands, queries }, { organization: slug, email }) {
    const userId = await found(email, queries.execute(new IdOfUser(email)));
    await found(slug, commands.execute(new RemoveMember({ slug }, userId)));
    return `${email} does not belong to the organization ${slug} any more.`;
  },
});

export const blockUser = define({
  summary: 'Refuses all personal tokens of a user from now on.',
  options: { email: EMAIL },
  async run({ commands }, { email }) {
    await found(email, commands.execute(new SetUserBlocked({ email }, true)));
    return `${email} is blocked now.`;
  },
});

export const unblockUser = define({
  summary: 'Accepts the personal tokens of a blocked user again.',
  options: { email: EMAIL },
  async run({ commands }, { email }) {
    await found(email, commands.execute(new SetUserBlocked({ email }, false)));
    return `${email} is not blocked any more.`;
  },
});
