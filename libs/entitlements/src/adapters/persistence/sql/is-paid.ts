export { isPaid } from '../../../domain/order-status.ts';
