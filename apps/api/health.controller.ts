import { Controller, Get, Inject, ServiceUnavailableException } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MikroORM } from '@mikro-orm/postgresql';
import { Responses, Unlimited } from '#platform/http';
import { ASSERT_WRITABLE, migrationState } from '#engine/persistence';
import { currentContext, runShared } from '#engine/tenancy';
import { literal, object } from '#platform/wire';

const HealthView = object({ status: literal('ok') }, 'Health', { status: 'Always `ok`.' });

@ApiTags('health')
@Controller('health')
export class HealthController {
  /** Requests at the same time share one check. */
  private checking?: Promise<boolean>;
  private isEnding = false;

  constructor(@Inject(MikroORM) private readonly orm: MikroORM) {}

  /** From now on the process is not ready: proxies send requests elsewhere. */
  end(): void {
    this.isEnding = true;
  }

  @Get('live')
  @Unlimited('It does nothing.')
  @Responses({
    summary: 'Check that the process is running',
    description: 'Always succeeds while the process accepts connections. Does not use the database. Use it as a liveness probe.',
    ok: { status: 200, view: HealthView },
  })
  live(): { status: 'ok' } {
    asService();
    return { status: 'ok' };
  }

  @Get('ready')
  @Unlimited('Requests at the same time share one check.')
  @Responses({
    summary: 'Check that the service is ready',
    description:
      'Succeeds if the database answers, is not read-only, and its migrations are those of this version. Use it as a readiness probe: send requests only to instances that are ready.',
    ok: { status: 200, view: HealthView },
    errors: {
      503: ['ServiceUnavailable', 'The database is unreachable, read-only or not migrated, or the process is about to end.'],
    },
  })
  async ready(): Promise<{ status: 'ok' }> {
    asService();
    if (this.isEnding) throw new ServiceUnavailableException();
    this.checking ??= this.check().finally(() => (this.checking = undefined));
    if (!(await this.checking)) throw new ServiceUnavailableException();
    return { status: 'ok' };
  }

  /** As work of the service, which does not wait for others. */
  private check(): Promise<boolean> {
    return runShared(async () => {
      await this.orm.em.fork().execute(ASSERT_WRITABLE);
      return (await migrationState(this.orm)) === 'up to date';
    });
  }
}

/** Whoever monitors the service is no tenant beside whom others rest. */
function asService(): void {
  const context = currentContext();
  if (context) context.tenant = null;
}
