import { Module } from '@nestjs/common';
import { CustomerPortalLicenseKeysController } from './adapters/http/customer-portal-license-keys.controller.ts';
import { LicenseKeyAnswers } from './adapters/http/license-key-answers.ts';
import { LicenseKeysController } from './adapters/http/license-keys.controller.ts';
import { OwnLicenseKeysController } from './adapters/http/own-license-keys.controller.ts';
import { PresentedLicenseKeysController } from './adapters/http/presented-license-keys.controller.ts';
import { DeliverKeyWhenCreated } from './adapters/messaging/deliver-key-when-created.ts';
import { IssueKeyWhenBenefitGranted } from './adapters/messaging/issue-key-when-benefit-granted.ts';
import { RevokeKeyWhenGrantRevoked } from './adapters/messaging/revoke-key-when-grant-revoked.ts';
import { RevokeKeyWhenIssuedTooLate } from './adapters/messaging/revoke-key-when-issued-too-late.ts';
import { RevokeKeysWhenBenefitDeleted } from './adapters/messaging/revoke-keys-when-benefit-deleted.ts';
import { RevokeKeysWhenCustomerDeleted } from './adapters/messaging/revoke-keys-when-customer-deleted.ts';
import { RevokeKeysWhenMemberDeleted } from './adapters/messaging/revoke-keys-when-member-deleted.ts';
import { UpdateKeyWhenGrantUpdated } from './adapters/messaging/update-key-when-grant-updated.ts';
import { MikroOrmKeySeals } from './adapters/persistence/key-seals.repository.ts';
import { MikroOrmLicenseKeys } from './adapters/persistence/license-keys.repository.ts';
import { ActivateLicenseKeyHandler } from './commands/activate-license-key.ts';
import { DeactivateLicenseKeyHandler } from './commands/deactivate-license-key.ts';
import { DeliverLicenseKeyHandler } from './commands/deliver-license-key.ts';
import { FollowGrantHandler } from './commands/follow-grant.ts';
import { IssueLicenseKeysHandler } from './commands/issue-license-keys.ts';
import { RemoveOwnDeviceHandler } from './commands/remove-own-device.ts';
import { ResealLicenseKeysHandler } from './commands/reseal-license-keys.ts';
import { RevokeKeyOfWhatIsGoneHandler } from './commands/revoke-key-of-what-is-gone.ts';
import { RevokeKeysIssuedDirectlyHandler } from './commands/revoke-keys-issued-directly.ts';
import { RotateLicenseKeyHandler } from './commands/rotate-license-key.ts';
import { UpdateLicenseKeyHandler } from './commands/update-license-key.ts';
import { ValidateLicenseKeyHandler } from './commands/validate-license-key.ts';
import { KeySeals } from './domain/key-seals.ts';
import { LicenseKeys } from './domain/license-keys.ts';
import { CustomersOfKeys } from './queries/customers-of-keys.ts';
import { FindGrantedLicenseKeysHandler } from './queries/find-granted-license-keys.ts';
import { GetActivationHandler } from './queries/get-activation.ts';
import { GetLicenseKeyHandler } from './queries/get-license-key.ts';
import { ExportLicenseKeysHandler } from './queries/export-license-keys.ts';
import { GetOwnLicenseKeyHandler } from './queries/get-own-license-key.ts';
import { ListOwnLicenseKeysHandler } from './queries/list-own-license-keys.ts';
import { ListLicenseKeysHandler } from './queries/list-license-keys.ts';

@Module({
  controllers: [
    OwnLicenseKeysController,
    CustomerPortalLicenseKeysController,
    PresentedLicenseKeysController,
    LicenseKeysController,
  ],
  providers: [
    { provide: LicenseKeys, useClass: MikroOrmLicenseKeys },
    { provide: KeySeals, useClass: MikroOrmKeySeals },
    LicenseKeyAnswers,
    CustomersOfKeys,
    ActivateLicenseKeyHandler,
    ValidateLicenseKeyHandler,
    DeactivateLicenseKeyHandler,
    IssueLicenseKeysHandler,
    UpdateLicenseKeyHandler,
    RotateLicenseKeyHandler,
    RemoveOwnDeviceHandler,
    GetLicenseKeyHandler,
    GetActivationHandler,
    ListLicenseKeysHandler,
    GetOwnLicenseKeyHandler,
    ListOwnLicenseKeysHandler,
    ExportLicenseKeysHandler,
    FollowGrantHandler,
    ResealLicenseKeysHandler,
    RevokeKeysIssuedDirectlyHandler,
    RevokeKeyOfWhatIsGoneHandler,
    FindGrantedLicenseKeysHandler,
    DeliverLicenseKeyHandler,
    DeliverKeyWhenCreated,
    IssueKeyWhenBenefitGranted,
    RevokeKeyWhenGrantRevoked,
    RevokeKeyWhenIssuedTooLate,
    RevokeKeysWhenBenefitDeleted,
    RevokeKeysWhenCustomerDeleted,
    RevokeKeysWhenMemberDeleted,
    UpdateKeyWhenGrantUpdated,
  ],
})
export class LicensingModule {}
