import type * as events from '../domain/customer.events.ts';

/** Everything that this context publishes. */
export type CustomerPortalEvent = InstanceType<(typeof events)[keyof typeof events]>;

export type { CustomerCreated, CustomerDeleted, CustomerStateChanged, CustomerUpdated } from '../domain/customer.events.ts';
export { AmbiguousExternalCustomerID } from './ambiguous-external-customer-id.ts';
export { CustomerView } from './customer.view.ts';
export { FindCustomers } from './find-customers.ts';
export { FindCustomersByExternalId } from './find-customers-by-external-id.ts';
