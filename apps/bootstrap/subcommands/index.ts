import type { Subcommand } from '../subcommand.ts';
import { feature, organization, status } from './organizations.ts';
import { blockUser, removeUser, unblockUser, user } from './people.ts';
import { token } from './tokens.ts';

export const subcommands: { readonly [name: string]: Subcommand } = {
  organization,
  user,
  'remove-user': removeUser,
  token,
  status,
  feature,
  'block-user': blockUser,
  'unblock-user': unblockUser,
};
