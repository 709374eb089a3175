import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogModule } from '#catalog';
import { CustomerPortalModule } from '#customer-portal';
import { LicensingModule } from '#licensing';
import { OrganizationsModule } from '#organizations';
import type { Config } from '#platform/config';
import { PlatformModule } from '#platform/runtime';
import { contexts } from './contexts.ts';
import { HealthController } from './health.controller.ts';

export interface Settings {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly secretKeys: readonly Buffer[];
}

/** The HTTP process: every context with its controllers. */
@Module({})
export class ApiModule {
  static register({ config, databaseUrl, secretKeys }: Settings): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.register(config, databaseUrl, secretKeys, contexts),
        OrganizationsModule,
        CatalogModule,
        CustomerPortalModule,
        LicensingModule,
      ],
      controllers: [HealthController],
    };
  }
}
