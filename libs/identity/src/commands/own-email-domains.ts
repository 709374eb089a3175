import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { newId, WallClock } from '#kernel';
import { EmailDomain, TextRecords } from '../domain/email-domain.ts';
import { EmailDomains } from '../domain/email-domains.ts';
import { EndProviderAccess } from './end-provider-access.ts';
import { assertManages, assertMayWeaken, type SingleSignOnChange } from './single-sign-on-change.ts';

/** Returns the id of the domain. Throws `ResourceNotFound`, `NotPermitted`, `ValidationFailed` and `TooManyDomains`. */
export class AddEmailDomain extends Command<string> {
  constructor(
    readonly change: SingleSignOnChange,
    readonly name: string,
  ) {
    super();
  }
}

/** Throws `ResourceNotFound`, `NotPermitted`, `DomainNotVerified` and `DomainVerifiedElsewhere`. */
export class VerifyEmailDomain extends Command<void> {
  constructor(
    readonly change: SingleSignOnChange,
    readonly id: string,
  ) {
    super();
  }
}

/** Ends what was opened for users with an address at the domain. Throws `ResourceNotFound` and `NotPermitted`. */
export class RemoveEmailDomain extends Command<void> {
  constructor(
    readonly change: SingleSignOnChange,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(AddEmailDomain)
export class AddEmailDomainHandler implements ICommandHandler<AddEmailDomain> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, name }: AddEmailDomain): Promise<string> {
    assertManages(change);
    const token = newId('email-domain-token');
    const domain = EmailDomain.create({ organizationId: change.organizationId, name, token }, this.clock.now());
    await this.domains.add(domain);
    return domain.id;
  }
}

@CommandHandler(VerifyEmailDomain)
export class VerifyEmailDomainHandler implements ICommandHandler<VerifyEmailDomain> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly records: TextRecords,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, id }: VerifyEmailDomain): Promise<void> {
    assertManages(change);
    const which = { id, organizationId: change.organizationId };
    const { snapshot: domain, needsRecord } = await this.domains.find(which);
    const records = (needsRecord ? await this.records.of(domain.name) : null) ?? [];
    const now = this.clock.now();
    await this.domains.change(which, (found) => found.verify(records, now));
  }
}

@CommandHandler(RemoveEmailDomain)
export class RemoveEmailDomainHandler implements ICommandHandler<RemoveEmailDomain> {
  constructor(
    private readonly domains: EmailDomains,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ change, id }: RemoveEmailDomain): Promise<void> {
    await assertMayWeaken(change, this.queries);
    const { organizationId } = change;
    const domain = await this.domains.remove({ id, organizationId }, () => this.clock.now());
    await this.commands.execute(new EndProviderAccess(organizationId, domain, this.clock.now()));
  }
}
