import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { travel, wayBetween, type Point } from './geodesic.ts';
import { pointsOf, type Grid } from './grid.ts';

/** The first lines of the test set of GeographicLib, WGS84: from, azimuth, to, azimuth there, metres (C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87, 2013). */
const published: readonly (readonly [lat1: number, lng1: number, azimuth: number, lat2: number, lng2: number, meters: number])[] = [
  [35.60777, -139.44815, 111.09874842956033, -11.17491, -69.95921, 8935244.56048183],
  [55.52454, 106.05087, 22.0200598809828, 77.03196, 197.18234, 4105086.171392441],
  [-21.97856, 142.59065, -32.44456876433189, 41.84138, 98.56635, 8394328.894657671],
  [-66.99028, 112.2363, 173.73491240878403, -12.70631, 285.90344, 11150344.231208025],
];

/** How far apart on the ground two points are that are close; the curvature of the ellipsoid does not matter at this distance. */
function gapMeters(one: Point, other: Point): number {
  const lng = ((one.lng - other.lng + 540) % 360) - 180;
  return Math.hypot((one.lat - other.lat) * 111_320, lng * 111_320 * Math.cos(one.lat * Math.PI / 180));
}

/** Where a geodesic leads, by its differential equations on the ellipsoid in small steps (Runge and Kutta, of the fourth order): another way to the same. */
function stepped(from: Point, azimuth: number, meters: number): Point {
  const a = 6_378_137, e2 = 0.006_694_379_990_141_33, rad = Math.PI / 180, steps = 400;
  const slope = ([lat, , alpha]: readonly number[]): number[] => {
    const w = Math.sqrt(1 - e2 * Math.sin(lat!) ** 2);
    const prime = a / w, meridian = a * (1 - e2) / w ** 3;
    return [Math.cos(alpha!) / meridian, Math.sin(alpha!) / (prime * Math.cos(lat!)), Math.sin(alpha!) * Math.tan(lat!) / prime];
  };
  const plus = (at: readonly number[], by: readonly number[], times: number): number[] => at.map((value, index) => value + by[index]! * times);
  let at = [from.lat * rad, from.lng * rad, azimuth * rad];
  const h = meters / steps;
  for (let step = 0; step < steps; step++) {
    const k1 = slope(at), k2 = slope(plus(at, k1, h / 2)), k3 = slope(plus(at, k2, h / 2)), k4 = slope(plus(at, k3, h));
    at = at.map((value, index) => value + h / 6 * (k1[index]! + 2 * k2[index]! + 2 * k3[index]! + k4[index]!));
  }
  return { lat: at[0]! / rad, lng: at[1]! / rad };
}

suite('ways on the WGS84 ellipsoid are those that GeographicLib publishes, to a millimetre', () => {
  for (const [lat1, lng1, azimuth, lat2, lng2, meters] of published) {
    test(`${lat1}, ${lng1} to ${lat2}, ${lng2}`, () => {
      const [from, to] = [{ lat: lat1, lng: lng1 }, { lat: lat2, lng: lng2 }];
      const way = wayBetween(from, to)!;
      assert.ok(Math.abs(way.meters - meters) < 0.001, `${way.meters}`);
      assert.ok(Math.abs(way.azimuth - (azimuth + 360) % 360) < 1e-7, `${way.azimuth}`);
      assert.ok(gapMeters(travel(from, { azimuth, meters }), to) < 0.001);
    });
  }
  test('nearly opposite points have none', () => assert.equal(wayBetween({ lat: 0, lng: 0 }, { lat: 0.5, lng: 179.7 }), null));
  test('a point is no way from itself, also where its longitude is written in another way', () => assert.deepEqual(wayBetween({ lat: -17.7, lng: 180 }, { lat: -17.7, lng: -180 }), { meters: 0, azimuth: 0 }));
});

suite('the points of a grid lie within half a metre of where a geodesic leads that is followed step by step', () => {
  const centers: Readonly<Record<string, Point>> = {
    'Vienna': { lat: 48.2082, lng: 16.3738 }, '60° N': { lat: 60, lng: 10.75 }, 'the equator': { lat: 0, lng: -78.45 }, '180°': { lat: -16.8, lng: 179.99 }, '78° N': { lat: 78.2232, lng: 15.6469 },
  };
  for (const [name, center] of Object.entries(centers)) {
    test(`around ${name}`, () => {
      for (const { lat, lng, azimuth, distanceMeters } of pointsOf({ center, size: 21, spacingMeters: 5000, shape: 'square' })) {
        const gap = gapMeters({ lat, lng }, stepped(center, azimuth, distanceMeters));
        assert.ok(gap < 0.5, `${lat}, ${lng}: ${gap} m`);
      }
    });
  }
});

suite('a grid', () => {
  const grid: Grid = { center: { lat: 60, lng: 10 }, size: 3, spacingMeters: 1000, shape: 'square' };

  test('begins in the north-west and has its centre in the middle', () => {
    const points = pointsOf(grid);
    assert.deepEqual(points.map(({ row, col }) => [row, col]), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]]);
    assert.deepEqual(points.map(({ azimuth }) => Math.round(azimuth)), [315, 0, 45, 270, 0, 90, 225, 180, 135]);
    assert.deepEqual([points[4]!.lat, points[4]!.lng, points[4]!.distanceMeters], [60, 10, 0]);
    assert.ok(points[0]!.lat > 60 && points[0]!.lng < 10);
  });

  test('has neighbours as far apart as it says, at 60° N as well', () => {
    const points = pointsOf({ ...grid, size: 7 });
    for (const { row, col, lat, lng } of points) {
      const east = points.find(other => other.row === row && other.col === col + 1);
      if (east) assert.ok(Math.abs(wayBetween({ lat, lng }, east)!.meters - 1000) < 0.01);
    }
  });

  test('runs on across 180°', () => {
    const [west, middle, east] = pointsOf({ ...grid, center: { lat: -16.8, lng: 179.995 } }).slice(3, 6).map(({ lng }) => lng) as [number, number, number];
    assert.ok(west > 179.98 && middle === 179.995 && east < -179.99, `${west} ${middle} ${east}`);
  });

  test('that is a circle leaves out its corners', () => {
    const sizes = [3, 5, 7, 21].map(size => pointsOf({ ...grid, size, shape: 'circle' }).length);
    assert.deepEqual(sizes, [5, 13, 29, 317]);
  });
});
