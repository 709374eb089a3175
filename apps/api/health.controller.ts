import { Controller, Get, Inject, ServiceUnavailableException } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MikroORM } from '@mikro-orm/postgresql';
import { Responses } from '#platform/http';
import { migrationState } from '#platform/persistence';
import { literal, object } from '#platform/wire';

const HealthView = object({ status: literal('ok') }, 'Health');

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(@Inject(MikroORM) private readonly orm: MikroORM) {}

  @Get('live')
  @Responses({ summary: 'The process is up', ok: { status: 200, view: HealthView } })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Ready means: the database answers and its tables are those of this version. */
  @Get('ready')
  @Responses({
    summary: 'The service can take requests',
    ok: { status: 200, view: HealthView },
    errors: { 503: ['ServiceUnavailable', 'The database is out of reach or not migrated'] },
  })
  async ready(): Promise<{ status: 'ok' }> {
    if ((await migrationState(this.orm)) !== 'up to date') throw new ServiceUnavailableException();
    return { status: 'ok' };
  }
}
