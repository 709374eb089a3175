import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { LicenseKeys } from '../domain/keys/license-keys.ts';

/** Whether a string that no key can be used with was that of a key of the organization. */
export class WasRotated extends Query<boolean> {
  constructor(
    readonly organizationId: string,
    readonly key: string,
  ) {
    super();
  }
}

@QueryHandler(WasRotated)
export class WasRotatedHandler implements IQueryHandler<WasRotated> {
  constructor(private readonly licenseKeys: LicenseKeys) {}

  async execute({ organizationId, key }: WasRotated): Promise<boolean> {
    const found = await this.licenseKeys.findByString(key, [organizationId]);
    return found !== undefined && found.validUntil !== null;
  }
}
