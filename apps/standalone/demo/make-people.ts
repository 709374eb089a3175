import type { CommandBus } from '@nestjs/cqrs';
import { CreateCustomer } from '#customer-portal';

const FIRST = ['Alan', 'Barbara', 'Donald', 'Edsger', 'Frances', 'Grace', 'Hedy', 'Ken', 'Leslie', 'Margaret', 'Radia', 'Shafi'];
const LAST = ['Allen', 'Backus', 'Dijkstra', 'Goldberg', 'Hamilton', 'Knuth', 'Lamarr', 'Perlman', 'Turing', 'Wilson'];
const COMPANIES = ['brightside', 'fathom', 'kestrel', 'lumen', 'northwind'];

export interface Person {
  readonly id: string;
  readonly externalId: string;
}

/** Customers with names of their own. */
export function makePeople(commands: CommandBus, organizationId: string, count: number): Promise<Person[]> {
  const make = async (n: number): Promise<Person> => {
    const [first, last] = [FIRST[n % FIRST.length]!, LAST[(n * 7 + Math.floor(n / FIRST.length)) % LAST.length]!];
    const externalId = `studio-${n + 1}`;
    const email = `${first}.${last}.${n + 1}@${COMPANIES[n % COMPANIES.length]}.example.com`.toLowerCase();
    const name = `${first} ${last}`;
    const id = await commands.execute(new CreateCustomer({ organizationId, type: 'individual', externalId, email, name }));
    return { id, externalId };
  };
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}
