import { Command } from '@nestjs/cqrs';

export interface MemberSession {
  readonly id: string;
  /** Returned only once; the service stores its digest. */
  readonly token: string;
}

/** Opens a portal session of one hour for a member. Throws `ResourceNotFound` if the member or its customer does not exist or is deleted. */
export class OpenMemberSession extends Command<MemberSession> {
  constructor(
    readonly organizationId: string,
    readonly memberId: string,
  ) {
    super();
  }
}
