import { NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { type Move, nextMoveAt } from './moves.ts';

const DAY = 86_400;
const days = (count: number): Date => secondsAfterNow(count * DAY);
const moved = (at: number, verifiesUntil: number): Move => ({ at: days(at), verifiesUntil: days(verifiesUntil) });

test.each<[string, Move[], number, Date | undefined]>([
  ['at once without moves', [], 1, NOW],
  ['at once below the limit', [moved(-1, 5)], 2, NOW],
  ['when the period of the oldest move ends', [moved(-10, -3), moved(-20, -13)], 2, days(10)],
  ['when a released lease is over', [moved(-40, 5), moved(-50, 3)], 2, days(3)],
  ['when both are so', [moved(-20, 25), moved(-29, 1)], 1, days(25)],
  ['after moves that are planned', [moved(4, 20)], 1, days(34)],
  ['never without a limit above 0', [], 0, undefined],
])('a place is released %s', (_when, moves, limit, expected) => {
  expect(nextMoveAt(moves, { limit, periodDays: 30 }, NOW)).toEqual(expected);
});

test('no period and no time has more moves than the limit, however often places are released', () => {
  const limit = 3;
  const moves: Move[] = [];
  for (let day = 0; day < 400; day += 1) {
    const at = nextMoveAt(moves, { limit, periodDays: 30 }, days(day))!;
    const verifiesUntil = days(day + ((day * 37) % 100) + 1);
    if (at < verifiesUntil) moves.push({ at, verifiesUntil });
  }
  expect(moves.length).toBeGreaterThan(20);
  for (const { at } of moves) {
    const time = at.getTime();
    const inPeriod = moves.filter((each) => each.at.getTime() <= time && each.at.getTime() > time - 30 * DAY * 1000);
    const verifiable = moves.filter((each) => each.at.getTime() <= time && each.verifiesUntil.getTime() > time);
    expect([inPeriod.length <= limit, verifiable.length <= limit]).toEqual([true, true]);
  }
});
