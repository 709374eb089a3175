import { labeling, type LabeledEvent } from './event-labels.ts';

const event = (metadata: LabeledEvent['metadata'], source: LabeledEvent['source'] = 'user'): LabeledEvent => ({
  organization_id: 'one',
  source,
  name: 'order.paid',
  metadata,
});
const labelOf = (label_property_selector: string | null, labeled: LabeledEvent): string =>
  labeling([{ organization_id: 'one', name: 'order.paid', label: 'Payment', label_property_selector }])(labeled);

test.each([
  ['of its type', null, {}, 'Payment'],
  ['of a property', 'plan', { plan: 'Pro' }, 'Pro'],
  ['of a nested property', 'metadata.request.tries', { request: { tries: 3 } }, '3'],
  ['of the key that has the name of a nested property', 'request.tries', { 'request.tries': 4, request: { tries: 3 } }, '4'],
  ['of its type if it does not have the property', 'plan', { other: 'Pro' }, 'Payment'],
  ['of its type if the value is no text', 'plan', { plan: { name: 'Pro' } }, 'Payment'],
  ['of its type if the value is empty', 'plan', { plan: '' }, 'Payment'],
  ['of its type if the path is one of JavaScript', 'constructor.name', {}, 'Payment'],
])('an event has the label %s', (_what, selector, metadata, label) => {
  expect(labelOf(selector, event(metadata))).toBe(label);
});

test('events of the service and events without a type are labeled by their name', () => {
  expect(labelOf('plan', event({ plan: 'Pro' }, 'system'))).toBe('Order Paid');
  expect(labeling([])(event({}))).toBe('order.paid');
});
