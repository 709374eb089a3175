import { Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { PublicLicenseKeyController } from './adapters/http/public-license-key.controller.ts';
import { LicenseKeyAnswers } from './adapters/http/license-key-answers.ts';
import { LicenseKeysController } from './adapters/http/license-keys.controller.ts';
import { LicenseKeyTimelineController } from './adapters/http/license-key-timeline.controller.ts';
import { PortalLicenseKeysController } from './adapters/http/portal-license-keys.controller.ts';
import { TrialsController } from './adapters/http/trials.controller.ts';
import { LicenseKeyExplanationController } from './adapters/http/license-key-explanation.controller.ts';
import { LicenseKeyActivationController } from './adapters/http/license-key-activation.controller.ts';
import { EraseActivationsWhenCustomerAnonymized } from './adapters/messaging/erase-activations-when-customer-anonymized.ts';
import { DeliverKeyWhenCreated } from './adapters/messaging/deliver-key-when-created.ts';
import { IssueKeyWhenBenefitGranted } from './adapters/messaging/issue-key-when-benefit-granted.ts';
import { RevokeKeyWhenGrantRevoked } from './adapters/messaging/revoke-key-when-grant-revoked.ts';
import { MoveKeysWhenCustomerMerged } from './adapters/messaging/move-keys-when-customer-merged.ts';
import { RecheckKeyAfterIssue } from './adapters/messaging/recheck-key-after-issue.ts';
import { RevokeKeysWhenBenefitDeleted } from './adapters/messaging/revoke-keys-when-benefit-deleted.ts';
import { RevokeKeysWhenCustomerDeleted } from './adapters/messaging/revoke-keys-when-customer-deleted.ts';
import { RevokeKeysWhenMemberDeleted } from './adapters/messaging/revoke-keys-when-member-deleted.ts';
import { UpdateKeyWhenGrantUpdated } from './adapters/messaging/update-key-when-grant-updated.ts';
import { UsageReservationsController } from './adapters/http/usage-reservations.controller.ts';
import { DropExpiredReservationsHandler } from './commands/reservations/drop-expired-reservations.ts';
import { ReserveUsageHandler } from './commands/reservations/reserve-usage.ts';
import { SettleReservationHandler } from './commands/reservations/settle-reservation.ts';
import { ListUsageReservationsHandler } from './queries/list-usage-reservations.ts';
import { KeyPoolEntriesController } from './adapters/http/key-pool-entries.controller.ts';
import { KeyPoolsController } from './adapters/http/key-pools.controller.ts';
import { IssueWaitingKeysWhenPoolChanges } from './adapters/messaging/issue-waiting-keys-when-pool-changes.ts';
import { PgKeyPools } from './adapters/persistence/key-pools.repository.ts';
import { PgActivationHistory } from './adapters/persistence/activation-history.repository.ts';
import { PgKeyEncryption } from './adapters/persistence/key-encryption.repository.ts';
import { KeyedClientNetworks } from './adapters/persistence/keyed-client-networks.ts';
import { PgLicenseKeys } from './adapters/persistence/license-keys.repository.ts';
import { AddPoolEntriesHandler } from './commands/pools/add-pool-entries.ts';
import { CreateKeyPoolHandler } from './commands/pools/create-key-pool.ts';
import { DeleteKeyPoolHandler } from './commands/pools/delete-key-pool.ts';
import { IssueWaitingKeysHandler } from './commands/pools/issue-waiting-keys.ts';
import { RemovePoolEntryHandler } from './commands/pools/remove-pool-entry.ts';
import { UpdateKeyPoolHandler } from './commands/pools/update-key-pool.ts';
import { ActivateByFileHandler } from './commands/leases/activate-by-file.ts';
import { ActivateLicenseKeyHandler } from './commands/activations/activate-license-key.ts';
import { DeactivateByFileHandler } from './commands/leases/deactivate-by-file.ts';
import { DeactivateLicenseKeyHandler } from './commands/activations/deactivate-license-key.ts';
import { DeleteOldActivationsHandler } from './commands/activations/delete-old-activations.ts';
import { ExplainLicenseKeyHandler } from './commands/explanation/explain-license-key.ts';
import { DeliverLicenseKeyHandler } from './commands/keys/deliver-license-key.ts';
import { EndSilentActivationsHandler } from './commands/floating/end-silent-activations.ts';
import { HeartbeatLicenseKeyHandler } from './commands/floating/heartbeat-license-key.ts';
import { EraseActivationsHandler } from './commands/activations/erase-activations.ts';
import { SyncEntitlementsHandler } from './commands/keys/sync-entitlements.ts';
import { SyncKeyWithGrantHandler } from './commands/keys/sync-key-with-grant.ts';
import { IssueLicenseKeysHandler } from './commands/keys/issue-license-keys.ts';
import { DeactivateOwnActivationHandler } from './commands/activations/deactivate-own-activation.ts';
import { CompleteKeyFormsHandler } from './commands/keys/complete-key-forms.ts';
import { TypedKeys } from './commands/keys/typed-key.ts';
import { KeyForms } from './domain/keys/key-forms.ts';
import { PgKeyForms } from './adapters/persistence/key-forms.repository.ts';
import { ReencryptLicenseKeysHandler } from './commands/keys/reencrypt-license-keys.ts';
import { MoveKeysOfMergedCustomerHandler } from './commands/keys/move-keys-of-merged-customer.ts';
import { RecheckIssuedKeyHandler } from './commands/keys/recheck-issued-key.ts';
import { RevokeDirectlyIssuedKeysHandler } from './commands/keys/revoke-directly-issued-keys.ts';
import { RefuseKeysOfCustomerHandler } from './commands/keys/refuse-keys-of-customer.ts';
import { ReserveLicenseKeysHandler } from './commands/keys/reserve-license-keys.ts';
import { RotateLicenseKeyHandler } from './commands/keys/rotate-license-key.ts';
import { SetStatusOfGrantedKeyHandler } from './commands/keys/set-status-of-granted-key.ts';
import { TransferLicenseKeyHandler } from './commands/keys/transfer-license-key.ts';
import { UpdateLicenseKeyHandler } from './commands/keys/update-license-key.ts';
import { ValidateLicenseKeyHandler } from './commands/keys/validate-license-key.ts';
import { IssueKeySetHandler } from './commands/keys/issue-key-set.ts';
import { IssueStatusListHandler } from './commands/leases/issue-status-list.ts';
import { StartTrialHandler } from './commands/keys/start-trial.ts';
import { SignAnswerHandler } from './commands/signing/sign-answer.ts';
import { LeaseLicenseKeyHandler } from './commands/leases/lease-license-key.ts';
import { ReencryptSigningKeysHandler } from './commands/signing/reencrypt-signing-keys.ts';
import { RotateSigningKeyHandler } from './commands/signing/rotate-signing-key.ts';
import { ServiceAddress } from './domain/signing/service-address.ts';
import { SigningKeys } from './domain/signing/signing-keys.ts';
import { StatusIndexes } from './domain/leases/status-indexes.ts';
import { StatusLists } from './domain/leases/status-lists.ts';
import { ListSigningKeysHandler } from './queries/list-signing-keys.ts';
import { KeyedDeviceDigests } from './adapters/persistence/keyed-device-digests.ts';
import { PgSigningKeys } from './adapters/persistence/signing-keys.repository.ts';
import { PgStatusIndexes } from './adapters/persistence/status-indexes.repository.ts';
import { PgStatusLists } from './adapters/persistence/status-lists.repository.ts';
import { OfflineActivationController } from './adapters/http/offline-activation.controller.ts';
import { PortalOfflineActivationController } from './adapters/http/portal-offline-activation.controller.ts';
import { PublishedKeysController } from './adapters/http/published-keys.controller.ts';
import { Config } from '#platform/config';
import { AnswerSigner } from '#platform/http';
import { LicenseAnswerSigner } from './adapters/http/license-answer-signer.ts';
import { ClientNetworks } from './domain/keys/client-networks.ts';
import { DeviceDigests } from './domain/devices/device-digests.ts';
import { ActivationHistory } from './domain/activations/activation-history.ts';
import { KeyEncryption } from './domain/keys/key-encryption.ts';
import { KeyPools } from './domain/pools/key-pools.ts';
import { LicenseKeys } from './domain/keys/license-keys.ts';
import { GetKeyPoolHandler } from './queries/get-key-pool.ts';
import { ListKeyPoolsHandler } from './queries/list-key-pools.ts';
import { ListPoolEntriesHandler } from './queries/list-pool-entries.ts';
import { ListWaitingGrantsHandler } from './queries/list-waiting-grants.ts';
import { CustomerLoader } from './queries/customer-loader.ts';
import { FindDeviceHandler } from './queries/find-device.ts';
import { FindGrantedLicenseKeysHandler } from './queries/find-granted-license-keys.ts';
import { GetActivationHandler } from './queries/get-activation.ts';
import { LicenseKeyLoader } from './queries/license-key-loader.ts';
import { GetLicenseKeyTimelineHandler } from './queries/get-license-key-timeline.ts';
import { GetLicenseKeyHandler } from './queries/get-license-key.ts';
import { ExportLicenseKeysHandler } from './queries/export-license-keys.ts';
import { GetPortalLicenseKeyHandler } from './queries/get-portal-license-key.ts';
import { ListPortalLicenseKeysHandler } from './queries/list-portal-license-keys.ts';
import { ExportKeysHandler } from './queries/export-keys.ts';
import { GetKeyActivityHandler } from './queries/get-key-activity.ts';
import { GetKeyFiguresHandler } from './queries/get-key-figures.ts';
import { KeyPages } from './queries/key-pages.ts';
import { SearchLicenseKeysHandler } from './queries/search-license-keys.ts';
import { PgKeyActivity } from './adapters/persistence/key-activity.repository.ts';
import { KeySearchController } from './adapters/http/key-search.controller.ts';
import { KeyActivity } from './domain/keys/key-activity.ts';
import { ListLicenseKeysHandler } from './queries/list-license-keys.ts';

@Module({
  controllers: [
    PortalLicenseKeysController,
    PublicLicenseKeyController,
    TrialsController,
    LicenseKeyActivationController,
    LicenseKeyExplanationController,
    KeySearchController,
    LicenseKeysController,
    LicenseKeyTimelineController,
    OfflineActivationController,
    PortalOfflineActivationController,
    PublishedKeysController,
    KeyPoolsController,
    KeyPoolEntriesController,
    UsageReservationsController,
  ],
  providers: [
    { provide: LicenseKeys, useClass: PgLicenseKeys },
    { provide: KeyPools, useClass: PgKeyPools },
    { provide: KeyEncryption, useClass: PgKeyEncryption },
    { provide: KeyForms, useClass: PgKeyForms },
    {
      provide: TypedKeys,
      inject: [LicenseKeys, QueryBus, Clock],
      useFactory: (...lookUps: ConstructorParameters<typeof TypedKeys>) => new TypedKeys(...lookUps),
    },
    { provide: ClientNetworks, useClass: KeyedClientNetworks },
    { provide: DeviceDigests, useClass: KeyedDeviceDigests },
    { provide: ActivationHistory, useClass: PgActivationHistory },
    { provide: KeyActivity, useClass: PgKeyActivity },
    { provide: SigningKeys, useClass: PgSigningKeys },
    { provide: StatusIndexes, useClass: PgStatusIndexes },
    { provide: StatusLists, useClass: PgStatusLists },
    { provide: ServiceAddress, useExisting: Config },
    LicenseKeyAnswers,
    CustomerLoader,
    LicenseKeyLoader,
    ActivateLicenseKeyHandler,
    ValidateLicenseKeyHandler,
    DeactivateLicenseKeyHandler,
    DeleteOldActivationsHandler,
    EndSilentActivationsHandler,
    HeartbeatLicenseKeyHandler,
    IssueLicenseKeysHandler,
    ReserveLicenseKeysHandler,
    UpdateLicenseKeyHandler,
    SetStatusOfGrantedKeyHandler,
    RotateLicenseKeyHandler,
    TransferLicenseKeyHandler,
    DeactivateOwnActivationHandler,
    GetLicenseKeyHandler,
    GetLicenseKeyTimelineHandler,
    GetActivationHandler,
    ListLicenseKeysHandler,
    KeyPages,
    SearchLicenseKeysHandler,
    ExportKeysHandler,
    GetKeyFiguresHandler,
    GetKeyActivityHandler,
    GetPortalLicenseKeyHandler,
    ListPortalLicenseKeysHandler,
    ExportLicenseKeysHandler,
    SyncKeyWithGrantHandler,
    SyncEntitlementsHandler,
    ReencryptLicenseKeysHandler,
    CompleteKeyFormsHandler,
    LeaseLicenseKeyHandler,
    ActivateByFileHandler,
    DeactivateByFileHandler,
    ExplainLicenseKeyHandler,
    SignAnswerHandler,
    StartTrialHandler,
    { provide: AnswerSigner, useClass: LicenseAnswerSigner },
    IssueKeySetHandler,
    IssueStatusListHandler,
    RotateSigningKeyHandler,
    ReencryptSigningKeysHandler,
    ListSigningKeysHandler,
    RevokeDirectlyIssuedKeysHandler,
    RefuseKeysOfCustomerHandler,
    EraseActivationsHandler,
    RecheckIssuedKeyHandler,
    MoveKeysOfMergedCustomerHandler,
    MoveKeysWhenCustomerMerged,
    FindDeviceHandler,
    FindGrantedLicenseKeysHandler,
    DeliverLicenseKeyHandler,
    DeliverKeyWhenCreated,
    IssueKeyWhenBenefitGranted,
    RevokeKeyWhenGrantRevoked,
    RecheckKeyAfterIssue,
    RevokeKeysWhenBenefitDeleted,
    RevokeKeysWhenCustomerDeleted,
    RevokeKeysWhenMemberDeleted,
    EraseActivationsWhenCustomerAnonymized,
    UpdateKeyWhenGrantUpdated,
    CreateKeyPoolHandler,
    UpdateKeyPoolHandler,
    DeleteKeyPoolHandler,
    AddPoolEntriesHandler,
    RemovePoolEntryHandler,
    IssueWaitingKeysHandler,
    GetKeyPoolHandler,
    ListKeyPoolsHandler,
    ListPoolEntriesHandler,
    ListWaitingGrantsHandler,
    IssueWaitingKeysWhenPoolChanges,
    ReserveUsageHandler,
    SettleReservationHandler,
    DropExpiredReservationsHandler,
    ListUsageReservationsHandler,
  ],
})
export class LicensingModule {}
