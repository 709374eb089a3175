/** A `pending` order brings no benefits until it is paid, a `void` one none at all. */
export type OrderStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'void';
