import { type DynamicModule, Module } from '@nestjs/common';
import { PlatformModule } from '#platform/runtime/composition';
import { contextModules, contexts } from '../contexts.ts';
import type { ProcessSettings } from '../settings.ts';

/** The worker process: every context with its subscribers, without an HTTP server. */
@Module({})
export class WorkerModule {
  static register({ config, databaseUrl, secretKeys }: ProcessSettings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.register(config, databaseUrl, secretKeys, contexts), ...contextModules],
    };
  }
}
