import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { ValidationFailed, WallClock } from '#kernel';
import { Secrets } from '#support/credentials';
import { FindMemberRole } from '#organizations/contract';
import { IdentityProviders } from '../domain/identity-providers.ts';
import { type JoiningRole, OpenIdConnection } from '../domain/openid-connection.ts';
import { OpenIdConnections } from '../domain/openid-connections.ts';
import { IdentityProviderFailed } from '../domain/single-sign-on.errors.ts';
import { EndProviderAccess } from './end-provider-access.ts';
import { assertMayWeaken, type SingleSignOnChange } from './single-sign-on-change.ts';

export interface ConnectionToSave {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for the stored one. */
  readonly clientSecret: string | null;
  readonly defaultRole: JoiningRole;
  readonly isEnabled: boolean;
}

/** Replaces the connection of an organization, and ends what another one had opened. Throws `ResourceNotFound`, `NotPermitted` and `ValidationFailed`. */
export class SaveOpenIdConnection extends Command<void> {
  constructor(
    readonly change: SingleSignOnChange,
    readonly connection: ConnectionToSave,
  ) {
    super();
  }
}

/** Ends what the connection has opened. Throws `ResourceNotFound` and `NotPermitted`. */
export class DeleteOpenIdConnection extends Command<void> {
  constructor(readonly change: SingleSignOnChange) {
    super();
  }
}

@CommandHandler(SaveOpenIdConnection)
export class SaveOpenIdConnectionHandler implements ICommandHandler<SaveOpenIdConnection> {
  constructor(
    private readonly connections: OpenIdConnections,
    private readonly providers: IdentityProviders,
    private readonly secrets: Secrets,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, connection }: SaveOpenIdConnection): Promise<void> {
    await assertMayWeaken(change, this.queries);
    const { organizationId, by } = change;
    const issuer = await this.issuerAt(connection.issuer);
    const clientSecret = connection.clientSecret === null ? null : this.secrets.encrypt(connection.clientSecret);
    const byOwner = (await this.queries.execute(new FindMemberRole(organizationId, by))) === 'owner';
    const saved = { ...connection, issuer, clientSecret, byOwner };
    const before = await this.connections.of(organizationId);
    await this.connections.save(organizationId, (current) => {
      const now = this.clock.now();
      if (!current) return OpenIdConnection.create(organizationId, saved, now);
      current.replace(saved, now);
      return current;
    });
    const isSameProvider =
      before?.snapshot.issuer === saved.issuer && before.snapshot.clientId === saved.clientId && saved.isEnabled;
    if (!isSameProvider) await this.commands.execute(new EndProviderAccess(organizationId, null, this.clock.now()));
  }

  private async issuerAt(address: string): Promise<string> {
    try {
      return await this.providers.issuerAt(address);
    } catch (error) {
      if (!(error instanceof IdentityProviderFailed)) throw error;
      throw ValidationFailed.at(['issuer'], `This provider cannot be used: ${error.reason}`, address);
    }
  }
}

@CommandHandler(DeleteOpenIdConnection)
export class DeleteOpenIdConnectionHandler implements ICommandHandler<DeleteOpenIdConnection> {
  constructor(
    private readonly connections: OpenIdConnections,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change }: DeleteOpenIdConnection): Promise<void> {
    await assertMayWeaken(change, this.queries);
    await this.connections.remove(change.organizationId, () => this.clock.now());
    await this.commands.execute(new EndProviderAccess(change.organizationId, null, this.clock.now()));
  }
}
