import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CustomerView } from '#customer-portal/views';
import { FindCustomers } from '#customer-portal/contract';
import { BatchLoader } from '#engine/persistence';

/** Loads the customers embedded in views of license keys; concurrent requests share one query. */
@Injectable()
export class CustomerLoader {
  private readonly customers: BatchLoader<CustomerView>;

  constructor(queries: QueryBus) {
    this.customers = new BatchLoader((ids) => queries.execute(new FindCustomers(ids)), 'microtask');
  }

  /** Always finds the customer: rows of deleted customers are kept. */
  async of(customerId: string): Promise<CustomerView> {
    const customer = await this.customers.read(customerId);
    if (!customer) throw new Error(`Customer ${customerId} of a license key is missing`);
    return customer;
  }

  /** The customers by id. */
  ofAll(customerIds: readonly string[]): Promise<ReadonlyMap<string, CustomerView>> {
    return this.customers.readAll(customerIds);
  }
}
