export { isWithoutCustomer, withCustomer } from '../../../domain/customer-in-event.ts';
