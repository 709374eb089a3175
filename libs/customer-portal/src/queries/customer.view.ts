import { type Page, pageOf } from '#platform/http';
import { CustomerView, PortalCustomerView } from '../views/index.ts';

export { CustomerView, PortalCustomerView };

export const CustomerPageView = pageOf(CustomerView, 'Customer');
export type CustomerPageView = Page<CustomerView>;
