import { Module } from '@nestjs/common';
import { CustomerSeatsController } from './adapters/http/customer-seats.controller.ts';
import { BulkSeatsController } from './adapters/http/bulk-seats.controller.ts';
import { PortalSeatsController } from './adapters/http/portal-seats.controller.ts';
import { SeatClaimsController } from './adapters/http/seat-claims.controller.ts';
import { SeatPoolsController } from './adapters/http/seat-pools.controller.ts';
import { PgSeatPools } from './adapters/persistence/seat-pools.repository.ts';
import { SeatPools } from './domain/seat-pools.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [SeatClaimsController, BulkSeatsController, CustomerSeatsController, SeatPoolsController, PortalSeatsController],
  providers: [{ provide: SeatPools, useClass: PgSeatPools }, ...Object.values(commands), ...Object.values(queries)],
})
export class SeatsModule {}
