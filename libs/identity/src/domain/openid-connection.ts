import { AggregateRoot, newId, ValidationFailed } from '#kernel';
import { SingleSignOnRefused } from './single-sign-on.errors.ts';
import { SingleSignOnRevoked } from './single-sign-on.events.ts';

/** The roles that members can have who are made when they sign in. Only owners make owners. */
export const JOINING_ROLES = ['admin', 'member', 'finance', 'support'] as const;
export type JoiningRole = (typeof JOINING_ROLES)[number];

interface ConnectionSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The role of members who are made when they sign in. */
  readonly defaultRole: JoiningRole;
  readonly isEnabled: boolean;
}

export interface SavedConnection extends ConnectionSettings {
  /** Encrypted; null for the one that is stored. */
  readonly clientSecret: Buffer | null;
  /** Whether an owner saves it, and not an admin. */
  readonly byOwner: boolean;
}

export interface OpenIdConnectionState {
  readonly id: string;
  readonly organizationId: string;
  issuer: string;
  clientId: string;
  clientSecret: Buffer;
  defaultRole: JoiningRole;
  isEnabled: boolean;
  /** Whoever controls the provider can be anybody there. So an admin cannot choose the provider through which owners sign in. */
  ownersMaySignIn: boolean;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

/** The OpenID provider through which the people of an organization sign in. */
export class OpenIdConnection extends AggregateRoot<OpenIdConnectionState> {
  /** Throws `ValidationFailed` without a secret. */
  static create(organizationId: string, { byOwner, ...saved }: SavedConnection, now: Date): OpenIdConnection {
    return new OpenIdConnection({
      ...saved,
      id: newId('openid-connection'),
      organizationId,
      clientSecret: saved.clientSecret ?? missingSecret(),
      ownersMaySignIn: byOwner,
      createdAt: now,
      modifiedAt: null,
    });
  }

  /**
   * Throws `ValidationFailed` without a secret if the stored one is for another client: it is never sent to another provider. What another
   * provider or client has opened, or one that is switched off, ends.
   */
  replace(saved: SavedConnection, now: Date): void {
    const isSameClient = saved.issuer === this.state.issuer && saved.clientId === this.state.clientId;
    const secret = saved.clientSecret ?? (isSameClient ? this.state.clientSecret : missingSecret());
    const isSameProvider = isSameClient && saved.clientSecret === null;
    const isSwitchedOff = this.state.isEnabled && !saved.isEnabled;

    this.state.ownersMaySignIn = saved.byOwner || (isSameProvider && this.state.ownersMaySignIn);
    this.state.issuer = saved.issuer;
    this.state.clientId = saved.clientId;
    this.state.clientSecret = secret;
    this.state.defaultRole = saved.defaultRole;
    this.state.isEnabled = saved.isEnabled;
    this.state.modifiedAt = now;
    if (!isSameClient || isSwitchedOff) this.revoke(now);
  }

  /** Before it is removed: what it has opened ends. */
  revoke(now: Date): void {
    this.record(new SingleSignOnRevoked(this.state.organizationId, this.state.id, now, null));
  }

  /** Throws `SingleSignOnRefused` for an owner if an admin has chosen the provider. */
  assertMaySignIn(isOwner: boolean): void {
    if (isOwner && !this.state.ownersMaySignIn) {
      throw new SingleSignOnRefused('An owner has to save the connection before owners can sign in through it.');
    }
  }
}

function missingSecret(): never {
  throw ValidationFailed.at(['clientSecret'], 'The client secret is required for another provider or client.', null, 'missing');
}
