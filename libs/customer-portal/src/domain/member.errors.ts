import { BadRequest, ResourceNotFound } from '#kernel';

/** No member matches, and there is no e-mail address to add one. */
export class MemberNotFound extends ResourceNotFound {
  /** `index` is the position in the list of the command. */
  constructor(readonly index: number) {
    super('Member not found');
  }
}

/** The external id and the e-mail address belong to different members. */
export class MemberEmailMismatch extends BadRequest {
  /** `index` is the position in the list of the command. */
  constructor(readonly index: number) {
    super('The external member ID and the email address belong to different members.');
  }
}
