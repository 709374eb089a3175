export { FindCustomerMeterViews } from './find-customer-meter-views.ts';
