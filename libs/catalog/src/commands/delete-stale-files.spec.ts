import { Clock } from '#kernel';
import { InMemoryMediaFiles, InMemoryMediaStore } from '#catalog/testing';
import { DeleteStaleFiles, DeleteStaleFilesHandler } from './delete-stale-files.ts';

class Noon extends Clock {
  now(): Date {
    return new Date('2026-11-20T12:00:00Z');
  }
}

/** Always reports another unfinished upload (up to `unfinished`) and another deleted file. */
class EndlessMediaFiles extends InMemoryMediaFiles {
  steps = 0;

  constructor(
    private readonly stopping: AbortController,
    private readonly unfinished: number,
  ) {
    super();
  }

  override async changeUnfinished(): Promise<number> {
    return this.step() <= this.unfinished ? 1 : 0;
  }

  override async deletedBefore(): Promise<string[]> {
    this.step();
    return ['file'];
  }

  private step(): number {
    this.steps += 1;
    if (this.steps === 5) this.stopping.abort();
    return this.steps;
  }
}

test.each([
  ['unfinished uploads', Infinity],
  ['deleted files', 2],
])('the clean-up of %s stops after the step in which it is aborted', async (_what, unfinished) => {
  const stopping = new AbortController();
  const files = new EndlessMediaFiles(stopping, unfinished);
  await new DeleteStaleFilesHandler(files, new InMemoryMediaStore(), new Noon()).execute(new DeleteStaleFiles(stopping.signal));
  expect(files.steps).toBe(5);
});
