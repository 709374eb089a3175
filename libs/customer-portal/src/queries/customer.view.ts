import { type Page, pageOf } from '#platform/http';
import { CustomerView } from '../contract/index.ts';

export { CustomerView };

export const CustomerPageView = pageOf(CustomerView, 'Customer');
export type CustomerPageView = Page<CustomerView>;
