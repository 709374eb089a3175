import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type CustomerView, FindCustomers } from '#customer-portal/contract';
import { BatchLoader } from '#platform/persistence';

/** The customers that answers about keys embed; those asked for at the same time are read in one query. */
@Injectable()
export class CustomersOfKeys {
  private readonly customers: BatchLoader<CustomerView>;

  constructor(queries: QueryBus) {
    this.customers = new BatchLoader((ids) => queries.execute(new FindCustomers(ids)), 'rest');
  }

  /** A key always has its customer: rows of deleted customers stay. */
  async of(customerId: string): Promise<CustomerView> {
    const customer = await this.customers.read(customerId);
    if (!customer) throw new Error(`Customer ${customerId} of a license key is missing`);
    return customer;
  }
}
