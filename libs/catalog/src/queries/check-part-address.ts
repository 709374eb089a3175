import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { NotPermitted } from '#kernel';
import { PartAddresses } from './part-addresses.ts';

/** Throws `NotPermitted` unless this is an address that was given out for the part, and still holds. */
export class CheckPartAddress extends Query<void> {
  constructor(
    readonly fileId: string,
    readonly number: number,
    readonly expires: number,
    readonly signature: string,
  ) {
    super();
  }
}

@QueryHandler(CheckPartAddress)
export class CheckPartAddressHandler implements IQueryHandler<CheckPartAddress> {
  constructor(private readonly addresses: PartAddresses) {}

  async execute({ fileId, number, expires, signature }: CheckPartAddress): Promise<void> {
    if (this.addresses.isGood(fileId, number, expires, signature)) return;
    throw new NotPermitted('The address of the upload is not valid, or not valid any more.');
  }
}
