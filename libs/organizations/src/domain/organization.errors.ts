import { BadRequest, Conflict, ValidationFailed, NotPermitted, ResourceNotFound } from '#kernel';
import type { OrganizationStatus } from './organization-status.ts';

export class CannotCreateOrganizationError extends NotPermitted {
  constructor() {
    super('A credential that is limited to certain organizations cannot create another.');
  }
}

export class SandboxNotFound extends ResourceNotFound {
  constructor() {
    super('The organization has no such sandbox. Only sandboxes can be deleted.');
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

export class TooManyOrganizations extends NotPermitted {
  constructor(most: number) {
    super(
      `You can have at most ${most} organizations, counting those of the users whom you invited, or who invited you. Ask the operator of the service for more.`,
    );
  }
}

export class InvalidStatusTransitionError extends BadRequest {
  constructor(from: OrganizationStatus, to: OrganizationStatus) {
    super(`An organization cannot go from ${from} to ${to}.`);
  }
}

export class DisputeAutoAcceptNotEnabled extends NotPermitted {
  constructor() {
    super('Accepting disputes automatically is not enabled for this organization.');
  }
}

export class SSOEnforcementRequiresConnection extends Conflict {
  constructor() {
    super('Enforcing single sign-on needs an enabled connection to a provider.');
  }
}

export class LastOwner extends BadRequest {
  constructor() {
    super('An organization needs at least one owner.');
  }
}

export class UserNotMemberOfOrganization extends ResourceNotFound {
  constructor() {
    super('The user is not a member of this organization.');
  }
}

export const slugTaken = (slug: string): ValidationFailed =>
  ValidationFailed.at(['slug'], 'An organization with this slug already exists.', slug);

export class TestClockUnavailable extends ResourceNotFound {
  constructor() {
    super('Organizations have test clocks only in a sandbox.');
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}
