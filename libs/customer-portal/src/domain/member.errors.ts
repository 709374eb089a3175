import { BadRequest, ResourceNotFound } from '#kernel';

/** Nobody of this customer has the id, and there is no address to enrol somebody under. */
export class MemberNotFound extends ResourceNotFound {
  /** `index` is the place in the list of those who were to be enrolled. */
  constructor(readonly index: number) {
    super('Member not found');
  }
}

/** The id and the address are those of different people. */
export class MemberEmailMismatch extends BadRequest {
  /** `index` is the place in the list of those who were to be enrolled. */
  constructor(readonly index: number) {
    super('The external member ID and the email address belong to different members.');
  }
}
