import { BadRequest, NotPermitted, ResourceNotFound } from '#kernel';
import type { Role } from './roles.ts';

/** An organization has at most this many pending invitations. */
export const MOST_INVITATIONS = 100;

/** An invitation to become a member, in the form in which it is stored. */
export interface MemberInvitation {
  readonly id: string;
  /** The address of the user who may accept it, in lower case. */
  readonly email: string;
  readonly role: Role;
  /** The user who invited. */
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export const isPending = ({ expires_at }: MemberInvitation, now: Date): boolean => Date.parse(expires_at) > now.getTime();

export class UserAlreadyMember extends BadRequest {
  constructor() {
    super('The user is a member of this organization already.');
  }
}

export class TooManyInvitations extends BadRequest {
  constructor() {
    super(`An organization has at most ${MOST_INVITATIONS} pending invitations.`);
  }
}

export class InvitationNotFound extends ResourceNotFound {
  constructor() {
    super('Not found');
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

export class OnlyOwners extends NotPermitted {
  constructor() {
    super('Only owners may make owners, and change or remove them.');
  }

  override get error(): string {
    return 'NotPermitted';
  }
}
