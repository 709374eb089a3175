import { Injectable } from '@nestjs/common';
import { OrganizationClocks } from '#platform/clocks';
import { TestClocks } from '../../domain/test-clocks.ts';

/** Lets the clocks of a sandbox know how far they were moved. */
@Injectable()
export class ClockMoves {
  constructor(clocks: OrganizationClocks, stored: TestClocks) {
    clocks.register((revision) => stored.movedSince(revision));
  }
}
