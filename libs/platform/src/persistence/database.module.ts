import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager, MikroORM, type Options } from '@mikro-orm/postgresql';
import { setTimeout } from 'node:timers/promises';

/** A connection that breaks within a transaction is never given back to the pool; it is not waited for longer than this. */
const PATIENCE_MS = 3_000;

/** One connection pool for the whole process. Repositories and queries inject `EntityManager` and fork it where they write. */
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
    const closed = new AbortController();
    const patience = setTimeout(PATIENCE_MS, undefined, { signal: closed.signal }).catch(() => undefined);
    await Promise.race([this.orm.close(true), patience]);
    closed.abort();
  }
}
