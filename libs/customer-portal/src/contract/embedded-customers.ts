/**
 * A database view for statements of other contexts that lock what belongs to a customer: `id`, and `customer` with the `CustomerView`
 * as JSON text. So what the statement locks and its customer are read together. Merged customers are missing: `FindCustomers` finds
 * whom they were merged into.
 */
export const EMBEDDED_CUSTOMERS = 'customer_portal.embedded_customers';
