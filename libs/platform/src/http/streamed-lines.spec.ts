import { runInContext, TenantOverloaded, RequestContext } from '#engine/tenancy';
import { Counters } from '../../../engine/testing/counters.ts';
import { whenThereIsRoom } from './streamed-lines.ts';

const MIB = 1024 * 1024;

test('lines of a large file share transactions', async () => {
  const counters = new Counters();
  const file = new RequestContext({ tenant: 'seller', bytes: 50 * MIB });
  const lines = ['a', 'b', 'c'].map((key) => runInContext(file, () => whenThereIsRoom(200, () => counters.add(key))));
  expect(await Promise.all(lines)).toEqual([1, 1, 1]);
  expect(counters.log).toEqual(['begin abc', 'commit abc']);
});

test('a line that was refused because the tenant has used its share is tried again', async () => {
  let attempts = 0;
  const work = async (): Promise<string> => {
    if (++attempts < 3) throw new TenantOverloaded('later', 0);
    return 'done';
  };
  expect(await whenThereIsRoom(200, work)).toBe('done');
});
