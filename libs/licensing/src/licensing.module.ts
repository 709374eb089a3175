import { Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { PublicLicenseKeyController } from './adapters/http/public-license-key.controller.ts';
import { LicenseKeyResponses } from './adapters/http/license-key-responses.ts';
import { LicenseKeysController } from './adapters/http/license-keys.controller.ts';
import { PortalLicenseKeysController } from './adapters/http/portal-license-keys.controller.ts';
import { TrialsController } from './adapters/http/trials.controller.ts';
import { LicenseKeyExplanationController } from './adapters/http/license-key-explanation.controller.ts';
import { LicenseKeyActivationController } from './adapters/http/license-key-activation.controller.ts';
import { KeyIncrementsController } from './adapters/http/key-increments.controller.ts';
import { UsageReservationsController } from './adapters/http/usage-reservations.controller.ts';
import { GithubSecretScanningController } from './adapters/http/compatibility/github-secret-scanning.controller.ts';
import { EasyDigitalDownloadsController } from './adapters/http/compatibility/easy-digital-downloads.controller.ts';
import { GumroadController } from './adapters/http/compatibility/gumroad.controller.ts';
import { LemonSqueezyController } from './adapters/http/compatibility/lemon-squeezy.controller.ts';
import { PresentedVendorKeys } from './adapters/http/compatibility/presented-vendor-key.ts';
import { KeyPoolEntriesController } from './adapters/http/key-pool-entries.controller.ts';
import { UnclaimedBatchesController } from './adapters/http/unclaimed-batches.controller.ts';
import { KeyPoolsController } from './adapters/http/key-pools.controller.ts';
import { BulkChangesController } from './adapters/http/bulk-changes.controller.ts';
import { PgBulkChanges } from './adapters/persistence/bulk-changes.repository.ts';
import { BulkChanges } from './domain/bulk/bulk-changes.ts';
import { PgUnclaimedBatches } from './adapters/persistence/unclaimed-batches.repository.ts';
import { PgKeyPools } from './adapters/persistence/key-pools.repository.ts';
import { PgActivationHistory } from './adapters/persistence/activation-history.repository.ts';
import { PgKeyEncryption } from './adapters/persistence/key-encryption.repository.ts';
import { KeyedClientNetworks } from './adapters/persistence/keyed-client-networks.ts';
import { PgLicenseKeys } from './adapters/persistence/license-keys.repository.ts';
import { SigningKeys } from './domain/signing/signing-keys.ts';
import { StatusIndexes } from './domain/leases/status-indexes.ts';
import { StatusLists } from './domain/leases/status-lists.ts';
import { KeyedDeviceDigests } from './adapters/persistence/keyed-device-digests.ts';
import { PgSigningKeys } from './adapters/persistence/signing-keys.repository.ts';
import { PgStatusIndexes } from './adapters/persistence/status-indexes.repository.ts';
import { PgStatusLists } from './adapters/persistence/status-lists.repository.ts';
import { OfflineActivationController } from './adapters/http/offline-activation.controller.ts';
import { PortalOfflineActivationController } from './adapters/http/portal-offline-activation.controller.ts';
import { PublishedKeysController } from './adapters/http/published-keys.controller.ts';
import { AnswerSigner } from '#platform/http';
import { LicenseAnswerSigner } from './adapters/http/license-answer-signer.ts';
import { ClientNetworks } from './domain/keys/client-networks.ts';
import { DeviceDigests } from './domain/devices/device-digests.ts';
import { ActivationHistory } from './domain/activations/activation-history.ts';
import { KeyEncryption } from './domain/keys/key-string.ts';
import { UnclaimedBatches } from './domain/batches/unclaimed-batches.ts';
import { KeyPools } from './domain/pools/key-pools.ts';
import { LicenseKeys } from './domain/keys/license-keys.ts';
import { PgKeyActivity } from './adapters/persistence/key-activity.repository.ts';
import { LicenseKeyTagsController } from './adapters/http/license-key-tags.controller.ts';
import { PgLicenseKeyTags } from './adapters/persistence/license-key-tags.repository.ts';
import { LicenseKeyTags } from './domain/keys/license-key-tags.ts';
import { KeySearchController } from './adapters/http/key-search.controller.ts';
import { KeyUsesController } from './adapters/http/key-uses.controller.ts';
import { PgKeyUses } from './adapters/persistence/key-uses.repository.ts';
import { KeyUses } from './domain/keys/key-uses.ts';
import { KeyActivity } from './domain/keys/key-activity.ts';
import { PgExpiringKeys } from './adapters/persistence/expiring-keys.repository.ts';
import { PgKeyRefusals } from './adapters/persistence/key-refusals.repository.ts';
import { PgRisingRefusals } from './adapters/persistence/rising-refusals.repository.ts';
import { RisingRefusals } from './domain/keys/rising-refusals.ts';
import { ExpiringKeys } from './domain/keys/expiring-keys.ts';
import { KeyRefusals } from './domain/keys/key-refusals.ts';
import { PgKeyMails } from './adapters/persistence/key-mails.repository.ts';
import { KeyMails } from './domain/keys/key-mails.ts';
import { KeyEntitlementsController } from './adapters/http/key-entitlements.controller.ts';
import { LicenseKeySupportController } from './adapters/http/license-key-support.controller.ts';
import { KeyBatches } from './domain/keys/key-batches.ts';
import { KeyIssuance } from './domain/keys/key-issuance.ts';
import { KeyStrings } from './commands/keys/key-strings.ts';
import { TypedKeys } from './commands/keys/typed-key.ts';
import { PgAttachedGrants } from './adapters/persistence/attached-grants.repository.ts';
import { AttachedGrants } from './domain/keys/attached-grants.ts';
import { PgTrials } from './adapters/persistence/trials.repository.ts';
import { Trials } from './domain/trials/trials.ts';
import { ConfiguredScanningKeys } from './adapters/sending/configured-scanning-keys.ts';
import { ScanningKeys } from './domain/keys/scanning-keys.ts';
import { KeyForms } from './domain/keys/key-forms.ts';
import { PgKeyForms } from './adapters/persistence/key-forms.repository.ts';
import { PresentedKeys } from './commands/keys/presented-key.ts';
import { SignInClientsController } from './adapters/http/sign-in-clients.controller.ts';
import { DeviceSignInsController } from './adapters/http/device-sign-ins.controller.ts';
import { PortalDeviceSignInsController } from './adapters/http/portal-device-sign-ins.controller.ts';
import { MikroOrmSignInClients } from './adapters/persistence/sign-in-clients.repository.ts';
import { SignInClients } from './domain/sign-ins/sign-in-clients.ts';
import { MikroOrmDeviceSignIns } from './adapters/persistence/device-sign-ins.repository.ts';
import { DeviceSignIns } from './domain/sign-ins/device-sign-ins.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [
    PortalLicenseKeysController,
    PublicLicenseKeyController,
    TrialsController,
    LicenseKeyActivationController,
    LicenseKeyExplanationController,
    KeyUsesController,
    KeySearchController,
    LicenseKeyTagsController,
    LicenseKeysController,
    LicenseKeySupportController,
    KeyEntitlementsController,
    KeyIncrementsController,
    OfflineActivationController,
    PortalOfflineActivationController,
    PublishedKeysController,
    KeyPoolsController,
    KeyPoolEntriesController,
    UnclaimedBatchesController,
    BulkChangesController,
    UsageReservationsController,
    SignInClientsController,
    DeviceSignInsController,
    PortalDeviceSignInsController,
    LemonSqueezyController,
    EasyDigitalDownloadsController,
    GumroadController,
    GithubSecretScanningController,
  ],
  providers: [
    PgLicenseKeys,
    ...[LicenseKeys, KeyIssuance, KeyBatches].map((provide) => ({ provide, useExisting: PgLicenseKeys })),
    { provide: KeyPools, useClass: PgKeyPools },
    { provide: UnclaimedBatches, useClass: PgUnclaimedBatches },
    { provide: BulkChanges, useClass: PgBulkChanges },
    { provide: KeyEncryption, useClass: PgKeyEncryption },
    { provide: ClientNetworks, useClass: KeyedClientNetworks },
    { provide: DeviceDigests, useClass: KeyedDeviceDigests },
    { provide: ActivationHistory, useClass: PgActivationHistory },
    { provide: KeyActivity, useClass: PgKeyActivity },
    { provide: KeyUses, useClass: PgKeyUses },
    { provide: KeyRefusals, useClass: PgKeyRefusals },
    { provide: ExpiringKeys, useClass: PgExpiringKeys },
    { provide: RisingRefusals, useClass: PgRisingRefusals },
    { provide: KeyMails, useClass: PgKeyMails },
    { provide: LicenseKeyTags, useClass: PgLicenseKeyTags },
    { provide: SigningKeys, useClass: PgSigningKeys },
    { provide: StatusIndexes, useClass: PgStatusIndexes },
    { provide: StatusLists, useClass: PgStatusLists },
    { provide: KeyForms, useClass: PgKeyForms },
    { provide: ScanningKeys, useClass: ConfiguredScanningKeys },
    { provide: Trials, useClass: PgTrials },
    { provide: SignInClients, useClass: MikroOrmSignInClients },
    { provide: DeviceSignIns, useClass: MikroOrmDeviceSignIns },
    { provide: AttachedGrants, useClass: PgAttachedGrants },
    {
      provide: TypedKeys,
      useFactory: (...needs: ConstructorParameters<typeof TypedKeys>) => new TypedKeys(...needs),
      inject: [LicenseKeys, QueryBus, Clock],
    },
    {
      provide: PresentedKeys,
      useFactory: (...needs: ConstructorParameters<typeof PresentedKeys>) => new PresentedKeys(...needs),
      inject: [LicenseKeys, ClientNetworks, Clock, KeyRefusals],
    },
    {
      provide: KeyStrings,
      useFactory: (...needs: ConstructorParameters<typeof KeyStrings>) => new KeyStrings(...needs),
      inject: [SigningKeys, StatusIndexes],
    },
    LicenseKeyResponses,
    PresentedVendorKeys,
    { provide: AnswerSigner, useClass: LicenseAnswerSigner },
    ...Object.values(commands),
    ...Object.values(queries),
  ],
})
export class LicensingModule {}
