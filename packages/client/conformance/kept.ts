import type { LicenseClient } from '../src/index.ts';

/** Until there were so many refreshes; returns their number. */
export async function keptFresh(client: LicenseClient, everySeconds: number, times: number): Promise<number> {
  let refreshed = 0;
  await new Promise<void>((done, fail) => {
    const kept = client.keepFresh({
      everySeconds,
      onRefresh: () => {
        refreshed += 1;
        if (refreshed < times) return;
        kept.stop();
        done();
      },
      onError: fail,
    });
  });
  return refreshed;
}

/** Until there were so many heartbeats, or one ended them; returns their outcomes. */
export async function keptCheckedOut(client: LicenseClient, times: number): Promise<string[]> {
  const heartbeats: string[] = [];
  await new Promise<void>((done, fail) => {
    const kept = client.keepCheckedOut({
      onHeartbeat: ({ outcome }) => {
        heartbeats.push(outcome);
        const isOver = outcome === 'refused' || outcome === 'not_activated';
        if (heartbeats.length < times && !isOver) return;
        // One that is over by itself neither waits nor sends anything until then.
        setImmediate(() => {
          kept.stop();
          done();
        });
      },
      onError: fail,
    });
  });
  return heartbeats;
}
