import ts from 'typescript';
import { EVENTS_WITHOUT_WEBHOOK, SENT_EVENT_TYPES } from '#webhooks/contract';
import { nodesOf, sources } from './sources.ts';

/** The names of all domain events. */
const names = sources(/\.events\.ts$/).flatMap((source) =>
  nodesOf(source, ts.isPropertyDeclaration)
    .filter((member) => member.name.getText() === 'name')
    .flatMap(({ initializer }) => (initializer && ts.isStringLiteral(initializer) ? [initializer.text] : [])),
);

/** What has to be done so that each event is a kind of webhook, or has a reason why not. */
function unexplained(events: readonly string[], fired: readonly string[], reasons: Readonly<Record<string, string>>): string[] {
  const [kinds, known] = [new Set(fired), new Set(events)];
  const wrong = (name: string): boolean => kinds.has(name) || !known.has(name);
  return [
    ...events
      .filter((name) => !kinds.has(name) && !reasons[name]?.trim())
      .map((name) => `make ${name} a kind of webhook, or say why not`),
    ...Object.keys(reasons)
      .filter(wrong)
      .map((name) => `remove ${name} from events-without-webhook.ts`),
  ];
}

test('each domain event is a kind of webhook, or has a reason why not', () => {
  expect(names).toContain('license_key.activated');
  expect(unexplained(names, SENT_EVENT_TYPES, EVENTS_WITHOUT_WEBHOOK)).toEqual([]);
});

test('an event without either is found, and a reason that is none', () => {
  const reasons = { ...EVENTS_WITHOUT_WEBHOOK, 'thing.lost': '  ', 'order.paid': 'A kind.' };
  expect(unexplained([...names, 'thing.made', 'thing.lost'], SENT_EVENT_TYPES, reasons)).toEqual([
    'make thing.made a kind of webhook, or say why not',
    'make thing.lost a kind of webhook, or say why not',
    'remove order.paid from events-without-webhook.ts',
  ]);
});
