import {
  CreateOrganization,
  type Feature,
  FEATURES,
  type OrganizationStatus,
  RegisterUser,
  SetOrganizationStatus,
  STATUSES,
  SetFeature,
} from '#organizations';
import { define } from '../subcommand.ts';
import { emailFrom, found } from './found.ts';
import { issueToken, ORGANIZATION, readScopes, SCOPES_OPTION } from './options.ts';

export const organization = define({
  summary: 'Creates an organization with its owner and a first token.',
  options: {
    name: { value: '<name>', about: 'What people call it.' },
    slug: { value: '<slug>', about: 'Its name in addresses: letters, digits and hyphens. It is for life.' },
    owner: { value: '<email>', about: 'The owner’s e-mail address; a user who is known keeps their other organizations.' },
    scopes: SCOPES_OPTION,
  },
  async run({ commands }, { name, slug, owner, scopes }) {
    const granted = readScopes(scopes);
    const ownerId = await commands.execute(new RegisterUser(emailFrom(owner)));
    const id = await commands.execute(new CreateOrganization({ slug, ownerId, profile: { name } }));
    const first = await issueToken(commands, { userId: ownerId }, { comment: 'First token', scopes: granted });
    return `The organization ${slug} was created with the id ${id}, and belongs to ${owner}.\n${first}`;
  },
});

export const status = define({
  summary: 'Moves an organization to another status. A blocked one cannot use its tokens.',
  options: {
    organization: ORGANIZATION,
    status: { value: '<status>', about: 'The status that follows.', choices: STATUSES },
  },
  async run({ commands }, { organization: slug, status: next }) {
    await found(slug, commands.execute(new SetOrganizationStatus({ slug }, next as OrganizationStatus)));
    return `The organization ${slug} is ${next} now.`;
  },
});

export const feature = define({
  summary: 'Turns a feature of an organization on or off that it cannot turn itself.',
  options: {
    organization: ORGANIZATION,
    feature: { value: '<feature>', about: 'Which one.', choices: FEATURES },
    turn: { value: '<on|off>', about: 'What it becomes.', choices: ['on', 'off'] },
  },
  async run({ commands }, { organization: slug, feature: which, turn }) {
    await found(slug, commands.execute(new SetFeature({ slug }, which as Feature, turn === 'on')));
    return `The feature ${which} is ${turn} for the organization ${slug} now.`;
  },
});
