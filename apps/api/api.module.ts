import { type DynamicModule, Module } from '@nestjs/common';
import { PlatformModule } from '#platform/runtime/composition';
import { contextModules, contexts } from '../contexts.ts';
import type { ProcessSettings } from '../settings.ts';
import { HealthController } from './health.controller.ts';
import { McpController } from './mcp/mcp.controller.ts';

/** The HTTP process: every context with its controllers. */
@Module({})
export class ApiModule {
  static register({ config, databaseUrl, secretKeys }: ProcessSettings): DynamicModule {
    return {
      module: ApiModule,
      imports: [PlatformModule.register(config, databaseUrl, secretKeys, contexts), ...contextModules],
      controllers: [HealthController, McpController],
    };
  }
}
