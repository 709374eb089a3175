import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { FindLicenseKey } from '#licensing/contract';
import { Tokens } from '#support/credentials';
import { DownloadToken, type NewDownloadToken } from '../domain/download-token.ts';
import { DownloadTokens } from '../domain/download-tokens.ts';
import { LicenseKeyReplaced } from '../domain/release.errors.ts';
import { type PresentedKey, ReleasesOfKeys } from './licensed-releases.ts';

/** The seller names the license key; its holder presents it. */
type Wanted = { readonly access: Access; readonly licenseKeyId: string; readonly productId: string } | PresentedKey;

/** Creates a download token of a license key. Its text is returned here, and never again. */
export class CreateDownloadToken extends Command<{
  readonly organizationId: string;
  readonly id: string;
  readonly token: string;
}> {
  constructor(readonly wanted: Wanted) {
    super();
  }
}

@CommandHandler(CreateDownloadToken)
export class CreateDownloadTokenHandler implements ICommandHandler<CreateDownloadToken> {
  constructor(
    private readonly downloadTokens: DownloadTokens,
    private readonly releasesOfKeys: ReleasesOfKeys,
    private readonly tokens: Tokens,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ wanted }: CreateDownloadToken) {
    const attributes = 'access' in wanted ? await this.named(wanted) : await this.presented(wanted);
    const { organizationId } = attributes;
    const made = this.tokens.make('download');
    const downloadToken = DownloadToken.create(attributes, made, this.clock.now(organizationId));
    await this.downloadTokens.add(downloadToken);
    return { organizationId, id: downloadToken.id, token: made.token };
  }

  private async presented(wanted: PresentedKey): Promise<NewDownloadToken> {
    const { isReplaced, ...key } = await this.releasesOfKeys.keyOf(wanted);
    if (isReplaced) throw new LicenseKeyReplaced();
    return { ...key, productId: wanted.productId };
  }

  /** A key that does not work now may get one for the time when it does. */
  private async named({ access, licenseKeyId, productId }: Exclude<Wanted, PresentedKey>): Promise<NewDownloadToken> {
    const key = await this.queries.execute(new FindLicenseKey(access.visible, licenseKeyId));
    if (!key) throw ValidationFailed.at(['licenseKeyId'], 'License key does not exist.', licenseKeyId);
    const { organizationId, benefitId } = key;
    access.assertCanManage(organizationId);
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    if (!product || product.isDeleted || product.organizationId !== organizationId)
      throw ValidationFailed.at(['productId'], 'Product does not exist.', productId);
    if (!product.benefitIds.includes(benefitId))
      throw ValidationFailed.at(['productId'], 'The license key is not one of the product.', productId);
    return { organizationId, productId, licenseKeyId };
  }
}
