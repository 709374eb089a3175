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
import { UsageReservationsController } from './adapters/http/usage-reservations.controller.ts';
import { EasyDigitalDownloadsController } from './adapters/http/compatibility/easy-digital-downloads.controller.ts';
import { GumroadController } from './adapters/http/compatibility/gumroad.controller.ts';
import { LemonSqueezyController } from './adapters/http/compatibility/lemon-squeezy.controller.ts';
import { PresentedVendorKeys } from './adapters/http/compatibility/presented-vendor-key.ts';
import { KeyPoolEntriesController } from './adapters/http/key-pool-entries.controller.ts';
import { KeyPoolsController } from './adapters/http/key-pools.controller.ts';
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
import { KeyPools } from './domain/pools/key-pools.ts';
import { LicenseKeys } from './domain/keys/license-keys.ts';
import { PgKeyActivity } from './adapters/persistence/key-activity.repository.ts';
import { KeySearchController } from './adapters/http/key-search.controller.ts';
import { KeyActivity } from './domain/keys/key-activity.ts';
import { PgKeyRefusals } from './adapters/persistence/key-refusals.repository.ts';
import { KeyRefusals } from './domain/keys/key-refusals.ts';
import { PgKeyMails } from './adapters/persistence/key-mails.repository.ts';
import { KeyMails } from './domain/keys/key-mails.ts';
import { LicenseKeySupportController } from './adapters/http/license-key-support.controller.ts';
import { KeyBatches } from './domain/keys/key-batches.ts';
import { KeyIssuance } from './domain/keys/key-issuance.ts';
import { TypedKeys } from './commands/keys/typed-key.ts';
import { PgTrials } from './adapters/persistence/trials.repository.ts';
import { Trials } from './domain/trials/trials.ts';
import { KeyForms } from './domain/keys/key-forms.ts';
import { PgKeyForms } from './adapters/persistence/key-forms.repository.ts';
import { PresentedKeys } from './commands/keys/presented-key.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [
    PortalLicenseKeysController,
    PublicLicenseKeyController,
    TrialsController,
    LicenseKeyActivationController,
    LicenseKeyExplanationController,
    KeySearchController,
    LicenseKeysController,
    LicenseKeySupportController,
    OfflineActivationController,
    PortalOfflineActivationController,
    PublishedKeysController,
    KeyPoolsController,
    KeyPoolEntriesController,
    UsageReservationsController,
    LemonSqueezyController,
    EasyDigitalDownloadsController,
    GumroadController,
  ],
  providers: [
    PgLicenseKeys,
    ...[LicenseKeys, KeyIssuance, KeyBatches].map((provide) => ({ provide, useExisting: PgLicenseKeys })),
    { provide: KeyPools, useClass: PgKeyPools },
    { provide: KeyEncryption, useClass: PgKeyEncryption },
    { provide: ClientNetworks, useClass: KeyedClientNetworks },
    { provide: DeviceDigests, useClass: KeyedDeviceDigests },
    { provide: ActivationHistory, useClass: PgActivationHistory },
    { provide: KeyActivity, useClass: PgKeyActivity },
    { provide: KeyRefusals, useClass: PgKeyRefusals },
    { provide: KeyMails, useClass: PgKeyMails },
    { provide: SigningKeys, useClass: PgSigningKeys },
    { provide: StatusIndexes, useClass: PgStatusIndexes },
    { provide: StatusLists, useClass: PgStatusLists },
    { provide: KeyForms, useClass: PgKeyForms },
    { provide: Trials, useClass: PgTrials },
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
    LicenseKeyResponses,
    PresentedVendorKeys,
    { provide: AnswerSigner, useClass: LicenseAnswerSigner },
    ...Object.values(commands),
    ...Object.values(queries),
  ],
})
export class LicensingModule {}
