import { Command } from '@nestjs/cqrs';

export interface MemberSession {
  readonly id: string;
  /** The only time that anyone sees it. */
  readonly token: string;
}

/** Lets a member into the portal for an hour. Throws `ResourceNotFound` without such a living member of a living customer. */
export class OpenMemberSession extends Command<MemberSession> {
  constructor(
    readonly organizationId: string,
    readonly memberId: string,
  ) {
    super();
  }
}
