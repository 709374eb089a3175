import { type DynamicModule, Module } from '@nestjs/common';
import { PlatformModule } from '#platform/runtime';
import type { Settings } from '../api/api.module.ts';
import { contextModules, contexts } from '../api/contexts.ts';

/** The process without HTTP: every context with its subscribers. */
@Module({})
export class WorkerModule {
  static register({ config, databaseUrl, secretKeys }: Settings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.register(config, databaseUrl, secretKeys, contexts), ...contextModules],
    };
  }
}
