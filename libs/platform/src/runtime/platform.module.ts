import { EntityManager } from '@mikro-orm/postgresql';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Clock, WallClock } from '#kernel';
import { Secrets, SignInCodes, Tokens } from '#support/credentials';
import { Mailer, MailLimits, PortalUrl, ServiceUrl } from '#support/mails';
import { AuthModule } from '#platform/auth/composition';
import { OrganizationClocks } from '#platform/clocks';
import { ClockRefresh, OrganizationClock, SystemClock } from '#platform/clocks/composition';
import { Config } from '#platform/config';
import { ClientLimits, FailureLimits, KnownDevices, Sandboxes, ShortLivedCookies } from '#platform/http';
import { Clients, ErrorFilter } from '#platform/http/composition';
import { Idempotency, IdempotencyStore, PgIdempotencyStore } from '#engine/idempotency';
import { OrganizationMailer } from '#platform/mail';
import { mailerFor } from '#platform/mail/composition';
import { DatabaseModule, ormOptions, pgPool, type Tables } from '#engine/persistence';
import { OrganizationQuotas } from '#platform/quotas/composition';
import { CountedMailLimits, CounterStore, openCounterStore, RateLimits } from '#platform/rate-limits/composition';
import { KeyedSignInCodes, KeyedTokens, Keyring } from '#engine/secrets';

const LIMITS = [RateLimits, Clients, KnownDevices, ClientLimits, FailureLimits, ShortLivedCookies];

/** Global providers of the platform: configuration, database, keys, clock, mail. One per process. */
@Global()
@Module({})
export class PlatformModule {
  static register(
    config: Config,
    databaseUrl: string,
    secretKeys: readonly Buffer[],
    contexts: readonly Tables[],
  ): DynamicModule {
    const { databasePoolerUrl: poolerUrl, databaseReplicaUrl: replicaUrl, databaseConnections: connections } = config;
    const pool = ormOptions(poolerUrl ?? databaseUrl, contexts, {
      connections,
      replicaUrl,
      isTransactionPooled: poolerUrl !== undefined,
    });
    return {
      module: PlatformModule,
      imports: [CqrsModule.forRoot(), AuthModule, DatabaseModule.register(pool)],
      providers: [
        { provide: Config, useValue: config },
        { provide: Keyring, useValue: new Keyring(secretKeys) },
        { provide: Secrets, useExisting: Keyring },
        { provide: Tokens, useClass: KeyedTokens },
        { provide: SignInCodes, useClass: KeyedSignInCodes },
        { provide: WallClock, useClass: SystemClock },
        { provide: OrganizationClocks, useValue: new OrganizationClocks(config.sandbox) },
        { provide: Clock, useClass: OrganizationClock },
        ...(config.sandbox ? [ClockRefresh] : []),
        { provide: OrganizationMailer, useValue: new OrganizationMailer(mailerFor(config)) },
        { provide: Mailer, useExisting: OrganizationMailer },
        { provide: PortalUrl, useExisting: Config },
        { provide: ServiceUrl, useExisting: Config },
        {
          provide: IdempotencyStore,
          useFactory: (em: EntityManager, keyring: Keyring) =>
            new PgIdempotencyStore(() => pgPool(em), keyring, poolerUrl === undefined ? undefined : databaseUrl),
          inject: [EntityManager, Keyring],
        },
        Idempotency,
        { provide: CounterStore, useFactory: openCounterStore, inject: [Config, WallClock, Keyring] },
        OrganizationQuotas,
        Sandboxes,
        { provide: MailLimits, useClass: CountedMailLimits },
        ErrorFilter,
        ...LIMITS,
      ],
      exports: [
        Config,
        Keyring,
        Secrets,
        Tokens,
        SignInCodes,
        Clock,
        WallClock,
        OrganizationClocks,
        Sandboxes,
        OrganizationMailer,
        Mailer,
        MailLimits,
        PortalUrl,
        ServiceUrl,
        ...LIMITS,
        CqrsModule,
      ],
    };
  }
}
