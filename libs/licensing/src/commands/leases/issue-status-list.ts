import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound, WallClock } from '#kernel';
import { ServiceUrl } from '#support/mails';
import { statusListUrl } from '../../domain/signing/document-urls.ts';
import { SigningKeys } from '../../domain/signing/signing-keys.ts';
import { statusListClaim, StatusLists } from '../../domain/leases/status-lists.ts';

const TOKEN_TYPE = 'statuslist+jwt';
/** For how long clients may keep a list, and when it becomes invalid. */
const TTL_SECONDS = 300;
const LIFETIME_SECONDS = 24 * 60 * 60;
const MS = 1000;

/** The signed status list of an organization. Throws `ResourceNotFound` if there is none with this number. */
export class IssueStatusList extends Command<string> {
  constructor(
    readonly organizationId: string,
    readonly list: number,
  ) {
    super();
  }
}

@CommandHandler(IssueStatusList)
export class IssueStatusListHandler implements ICommandHandler<IssueStatusList> {
  constructor(
    private readonly lists: StatusLists,
    private readonly keys: SigningKeys,
    private readonly service: ServiceUrl,
    private readonly clock: WallClock,
  ) {}

  async execute({ organizationId, list }: IssueStatusList): Promise<string> {
    const now = this.clock.now();
    const listed = await this.lists.read(organizationId, list);
    if (!listed) throw new ResourceNotFound();
    const iat = Math.floor(now.getTime() / MS);
    const exp = iat + LIFETIME_SECONDS;
    const signer = await this.keys.signer(organizationId, new Date(exp * MS));
    return signer.token(TOKEN_TYPE, {
      iss: this.service.baseUrl,
      sub: statusListUrl(this.service, organizationId, list),
      iat,
      exp,
      ttl: TTL_SECONDS,
      status_list: statusListClaim(listed),
    });
  }
}
