import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';

/** One connection pool per process. Repositories and queries inject `EntityManager`; repositories fork it to write. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(MikroORM) private readonly orm: MikroORM) {}

  static register(options: Options): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: MikroORM, useFactory: () => MikroORM.init(options) },
        { provide: EntityManager, useFactory: (orm: MikroORM) => orm.em, inject: [MikroORM] },
      ],
      exports: [MikroORM, EntityManager],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.orm.close(true);
  }
}
