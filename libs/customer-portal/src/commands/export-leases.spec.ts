import { newId } from '#kernel';
import { InMemoryExportLeases } from '../../testing/index.ts';
import {
  BeginExport,
  BeginExportHandler,
  EndExport,
  EndExportHandler,
  ExtendExport,
  ExtendExportHandler,
} from './export-leases.ts';

const START = Date.parse('2026-11-20T12:00:00Z');

/** The commands of one session, at so many seconds after the start. */
function exportsOf(sessionId: string) {
  const leases = new InMemoryExportLeases();
  const at = (seconds: number) => ({ now: () => new Date(START + seconds * 1000) });
  return {
    begin: (seconds: number) => new BeginExportHandler(leases, at(seconds)).execute(new BeginExport(sessionId)),
    extend: (leaseId: string, seconds: number) =>
      new ExtendExportHandler(leases, at(seconds)).execute(new ExtendExport(sessionId, leaseId)),
    end: (leaseId: string) => new EndExportHandler(leases).execute(new EndExport(sessionId, leaseId)),
  };
}

const BEGUN = { leaseId: expect.any(String) };

test('a session makes one export at a time; whoever asks meanwhile learns when to ask again', async () => {
  const { begin, end } = exportsOf(newId());
  const begun = (await begin(0)) as { leaseId: string };
  expect(begun).toEqual(BEGUN);
  expect(await begin(0)).toEqual({ busySeconds: 60 });
  expect(await begin(58.5)).toEqual({ busySeconds: 2 });
  await end(begun.leaseId);
  expect(await begin(59)).toEqual(BEGUN);
});

test('an export that is reported goes on; one that was reported a minute ago is over', async () => {
  const { begin, extend } = exportsOf(newId());
  const { leaseId } = (await begin(0)) as { leaseId: string };
  await extend(leaseId, 40);
  expect(await begin(99)).toEqual({ busySeconds: 1 });
  expect(await begin(100)).toEqual(BEGUN);
});
