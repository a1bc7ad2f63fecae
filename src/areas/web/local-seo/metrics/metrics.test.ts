import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { competitorsOf, type AnsweredPoint } from './competitors.ts';
import { metricsOf, type RankAt, type RankedPoint } from './metrics.ts';

/** A square grid, 1,000 m apart, of ranks by row: `-` is not found, `?` not known, a dot outside the shape. */
function grid(...rows: readonly string[]): RankedPoint[] {
  const half = (rows.length - 1) / 2;
  return rows.flatMap((text, row) => text.trim().split(/\s+/).flatMap((cell, col) => {
    const rank: RankAt = cell === '-' ? null : cell === '?' ? undefined : Number(cell);
    return cell === '.' ? [] : [{ row, col, distanceMeters: Math.hypot(row - half, col - half) * 1000, rank }];
  }));
}

// Worked out by hand.
suite('the metrics of a grid are those of their definitions', () => {
  test('first everywhere', () => {
    assert.deepEqual(metricsOf(grid('1 1 1', '1 1 1', '1 1 1'), 3), {
      arp: 1, atrp: 1, solv: 100, foundShare: 100, foundPoints: 9, top3: 9, top10: 9, bestRank: 1, worstRank: 1, distanceToDropMeters: null, knownPoints: 9, unknownPoints: 0,
    });
  });

  test('some found, some not: ARP leaves out what ATRP counts as 21', () => {
    // Found: 4+2+5+3+1+3+10+12 = 40 over 8; all: 40+21 = 61 over 9.
    const { distanceToDropMeters, ...rest } = metricsOf(grid(' 4 2 5', ' 3 1 3', '10 - 12'), 3);
    assert.deepEqual(rest, { arp: 5, atrp: 6.78, solv: 44.44, foundShare: 88.89, foundPoints: 8, top3: 4, top10: 7, bestRank: 1, worstRank: 12, knownPoints: 9, unknownPoints: 0 });
    // The four corners at 1,414.21 m and the south at 1,000 m drop; north, east and west hold.
    assert.equal(distanceToDropMeters, 1331.37);
  });

  test('points that are not known are in no figure', () => {
    const { arp, atrp, solv, foundShare, knownPoints, unknownPoints } = metricsOf(grid('? ? ?', '2 1 -', '? ? ?'), 3);
    assert.deepEqual({ arp, atrp, solv, foundShare, knownPoints, unknownPoints }, { arp: 1.5, atrp: 8, solv: 66.67, foundShare: 66.67, knownPoints: 3, unknownPoints: 6 });
  });

  test('nothing known has no figures', () => {
    assert.deepEqual(metricsOf(grid('?'), 1), { arp: null, atrp: null, solv: null, foundShare: null, foundPoints: 0, top3: 0, top10: 0, bestRank: null, worstRank: null, distanceToDropMeters: null, knownPoints: 0, unknownPoints: 1 });
  });

  test('not found at the centre is a drop at once', () => assert.equal(metricsOf(grid('1 1 1', '1 - 1', '1 1 1'), 3).distanceToDropMeters, 0));

  test('a line passes over what is not known', () => {
    // Only the line to the east drops, two steps out.
    assert.equal(metricsOf(grid('. . 1 . .', '. 1 1 1 .', '1 1 1 ? 9', '. 1 1 1 .', '. . 1 . .'), 5).distanceToDropMeters, 2000);
  });

  test('rank 21 and beyond is not found, whatever a provider lists', () => assert.deepEqual([metricsOf(grid('21'), 1).foundPoints, metricsOf(grid('21'), 1).atrp], [0, 21]));
});

suite('competitors have the same metrics', () => {
  const lists = [['a', 'b', 'own'], ['b', 'a'], ['own', 'b', 'c', 'a']];
  const points: AnsweredPoint[] = [...lists, null].map((listings, at) => ({ row: 1, col: at, distanceMeters: 0, listings }));

  test('over all points that are known, without one\'s own', () => {
    assert.deepEqual(competitorsOf(points, 3, 'own', 10).map(({ placeId, metrics: { arp, atrp, solv, knownPoints } }) => [placeId, arp, atrp, solv, knownPoints]), [
      ['b', 1.67, 1.67, 100, 3], ['a', 2.33, 2.33, 66.67, 3], ['c', 3, 15, 33.33, 3],
    ]);
  });

  test('no more than asked for', () => assert.deepEqual(competitorsOf(points, 3, null, 1).map(({ placeId }) => placeId), ['b']));
});
