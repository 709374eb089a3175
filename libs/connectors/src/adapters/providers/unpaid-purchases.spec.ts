import { LEMON_SQUEEZY_EVENTS, type SampleEvent, STRIPE_EVENTS } from '../../../testing/sample-events.ts';
import type { Provider } from '../../domain/provider.ts';
import { LemonSqueezy } from './lemon-squeezy.ts';
import { Stripe } from './stripe.ts';

const kindsOf = (provider: Provider, event: SampleEvent, status: string): string[] =>
  provider.read(JSON.stringify(event).replace('status":"paid"', `status":"${status}"`)).facts.map(({ kind }) => kind);

test.each(['pending', 'failed', 'fraudulent', 'of a later version'])(
  'Lemon Squeezy: an order that is %s is no payment',
  (status) => {
    const events = LEMON_SQUEEZY_EVENTS.filter((event) => JSON.stringify(event).includes('"status":"paid"'));
    expect(events).toHaveLength(2);
    for (const event of events) {
      expect(kindsOf(new LemonSqueezy(), event, 'paid')).toContain('payment');
      expect(kindsOf(new LemonSqueezy(), event, status)).not.toContain('payment');
    }
  },
);

test.each(['unpaid', 'of a later version'])('Stripe: a checkout session that is %s is no payment', (status) => {
  const events = STRIPE_EVENTS.filter(({ type }) => type === 'checkout.session.completed');
  for (const event of events) {
    expect(kindsOf(new Stripe(), event, 'paid')).toContain('payment');
    expect(kindsOf(new Stripe(), event, status)).toEqual(['customer']);
  }
});
