import { asUuid, digestUuid } from '#support/texts';
import type { NamedEvent, StoredEvent } from './usage-event.ts';

/** The ids and keys that a parent's name may stand for: a parent is referenced by its external id or by its id. */
export const namesOf = (parent: string): string[] => [digestUuid(parent), asUuid(parent)].filter((name) => name !== null);

/** Only an event that has an external id and a parent can become its own ancestor: nothing else can be named beforehand. */
export const mayBeOwnAncestor = ({ externalId, parent }: NamedEvent): boolean => externalId !== null && parent !== null;

/**
 * The positions of the events that would be their own ancestors. `stored` has the stored ancestors of the events. An event
 * that is stored already under its external id is a duplicate and does not count. May be interrupted after each event.
 */
export function* ownAncestors(events: readonly NamedEvent[], stored: readonly StoredEvent[]): Generator<void, number[]> {
  type Node = { readonly index: number | null; readonly parents: readonly string[] };
  const nodes = new Map<string, Node>();
  for (const { id, key, parents } of stored) {
    const node = { index: null, parents };
    for (const name of key === null ? [id] : [id, key]) nodes.set(name, node);
  }
  for (const [index, { externalId, parent }] of events.entries()) {
    yield;
    if (externalId === null) continue;
    const key = digestUuid(externalId);
    if (!nodes.has(key)) nodes.set(key, { index, parents: parent === null ? [] : namesOf(parent) });
  }
  const parentOf = ({ parents }: Node): Node | undefined => parents.map((name) => nodes.get(name)).find((node) => node);

  const visited = new Set<Node>();
  const found = new Set<Node>();
  for (const start of nodes.values()) {
    yield;
    const path: Node[] = [];
    let node: Node | undefined = start;
    for (; node && !visited.has(node); node = parentOf(node)) {
      visited.add(node);
      path.push(node);
    }
    const begin = node ? path.indexOf(node) : -1;
    if (begin >= 0) for (const member of path.slice(begin)) found.add(member);
  }
  return [...found].flatMap(({ index }) => index ?? []).sort((a, b) => a - b);
}
