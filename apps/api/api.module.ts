import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '#platform/config';
import { PlatformModule } from '#platform/runtime';
import { contextModules, contexts } from './contexts.ts';
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
      imports: [PlatformModule.register(config, databaseUrl, secretKeys, contexts), ...contextModules],
      controllers: [HealthController],
    };
  }
}
