import { type DynamicModule, Module } from '@nestjs/common';
import { OrganizationsModule, organizationsTables } from '#organizations';
import type { ProductionSettings } from '#platform/process';
import { PlatformModule } from '#platform/runtime';

/** The part of the service that knows organizations, people and tokens, without HTTP. */
@Module({})
export class BootstrapModule {
  static register({ config, databaseUrl, secretKeys }: ProductionSettings): DynamicModule {
    return {
      module: BootstrapModule,
      imports: [PlatformModule.register(config, databaseUrl, secretKeys, [organizationsTables]), OrganizationsModule],
    };
  }
}
