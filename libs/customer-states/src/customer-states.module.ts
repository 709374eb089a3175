import { Module } from '@nestjs/common';
import { CustomerStateController, ExternalCustomerStateController } from './adapters/http/customer-state.controller.ts';
import * as queries from './queries/index.ts';

@Module({
  controllers: [CustomerStateController, ExternalCustomerStateController],
  providers: Object.values(queries),
})
export class CustomerStatesModule {}
