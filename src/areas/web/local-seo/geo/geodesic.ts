/** A place on the WGS84 ellipsoid, in degrees: latitude -90 to 90, longitude -180 to 180. */
export interface Point {
  lat: number;
  lng: number;
}

/** The shortest way between two points: its length, and its direction where it starts, clockwise from north, 0 to 360. */
export interface Way {
  meters: number;
  azimuth: number;
}

/** WGS84 (NGA.STND.0036): half the equator's diameter in metres, flattening, and half the polar axis. */
const A = 6_378_137;
const F = 1 / 298.257_223_563;
const B = A * (1 - F);
const ROUNDS = 200;
const CLOSE = 1e-12;
const DEGREE = Math.PI / 180;

/** T. Vincenty, Survey Review 23 (1975) 176: the series both problems share, with how the way crosses the equator. */
function seriesOf(cosSqAlpha: number): { a: number; turn(sigma: number, cos2SigmaM: number): number } {
  const uSq = cosSqAlpha * (A * A - B * B) / (B * B);
  const a = 1 + uSq / 16_384 * (4096 + uSq * (-768 + uSq * (320 - 175 * uSq)));
  const b = uSq / 1024 * (256 + uSq * (-128 + uSq * (74 - 47 * uSq)));
  return {
    a,
    turn(sigma, cos2SigmaM) {
      const sin = Math.sin(sigma);
      const squared = 2 * cos2SigmaM * cos2SigmaM - 1;
      return b * sin * (cos2SigmaM + b / 4 * (Math.cos(sigma) * squared - b / 6 * cos2SigmaM * (4 * sin * sin - 3) * (2 * squared - 1)));
    },
  };
}

function longitudeExcess(sinAlpha: number, cosSqAlpha: number, sigma: number, cos2SigmaM: number): number {
  const c = F / 16 * cosSqAlpha * (4 + F * (4 - 3 * cosSqAlpha));
  return (1 - c) * F * sinAlpha * (sigma + c * Math.sin(sigma) * (cos2SigmaM + c * Math.cos(sigma) * (2 * cos2SigmaM * cos2SigmaM - 1)));
}

/** Where one is after `meters` from `from`, having started towards `azimuth`; right to a millimetre. */
export function travel(from: Point, { azimuth, meters }: Way): Point {
  if (meters === 0) return { lat: from.lat, lng: wrapped(from.lng) };
  const [sin1, cos1] = [Math.sin(azimuth * DEGREE), Math.cos(azimuth * DEGREE)];
  const tanU = (1 - F) * Math.tan(from.lat * DEGREE);
  const cosU = 1 / Math.hypot(1, tanU), sinU = tanU * cosU;
  const sigma1 = Math.atan2(tanU, cos1);
  const sinAlpha = cosU * sin1, cosSqAlpha = 1 - sinAlpha * sinAlpha;
  const { a, turn } = seriesOf(cosSqAlpha);
  const straight = meters / (B * a);
  const middle = (sigma: number) => Math.cos(2 * sigma1 + sigma);
  let sigma = straight;
  for (let round = 0, before = Infinity; Math.abs(sigma - before) > CLOSE && round < ROUNDS; round++) [before, sigma] = [sigma, straight + turn(sigma, middle(sigma))];
  const [sinSigma, cosSigma] = [Math.sin(sigma), Math.cos(sigma)];
  const across = sinU * sinSigma - cosU * cosSigma * cos1;
  const lat = Math.atan2(sinU * cosSigma + cosU * sinSigma * cos1, (1 - F) * Math.hypot(sinAlpha, across));
  const lambda = Math.atan2(sinSigma * sin1, cosU * cosSigma - sinU * sinSigma * cos1);
  return { lat: lat / DEGREE, lng: wrapped(from.lng + (lambda - longitudeExcess(sinAlpha, cosSqAlpha, sigma, middle(sigma))) / DEGREE) };
}

/** The shortest way from one point to another, right to a millimetre; null for points that lie nearly opposite on the globe, where the method finds none. */
export function wayBetween(from: Point, to: Point): Way | null {
  const difference = wrapped(to.lng - from.lng) * DEGREE;
  const tanU1 = (1 - F) * Math.tan(from.lat * DEGREE), tanU2 = (1 - F) * Math.tan(to.lat * DEGREE);
  const cosU1 = 1 / Math.hypot(1, tanU1), sinU1 = tanU1 * cosU1;
  const cosU2 = 1 / Math.hypot(1, tanU2), sinU2 = tanU2 * cosU2;
  let lambda = difference;
  for (let round = 0; round < ROUNDS; round++) {
    const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
    const east = cosU2 * sinLambda, north = cosU1 * sinU2 - sinU1 * cosU2 * cosLambda;
    const sinSigma = Math.hypot(east, north);
    if (sinSigma === 0) return { meters: 0, azimuth: 0 };
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = cosU1 * cosU2 * sinLambda / sinSigma, cosSqAlpha = 1 - sinAlpha * sinAlpha;
    // Along the equator there is no middle to speak of.
    const cos2SigmaM = cosSqAlpha === 0 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cosSqAlpha;
    const next = difference + longitudeExcess(sinAlpha, cosSqAlpha, sigma, cos2SigmaM);
    if (Math.abs(next) > Math.PI) return null;
    if (Math.abs(next - lambda) <= CLOSE) {
      const { a, turn } = seriesOf(cosSqAlpha);
      return { meters: B * a * (sigma - turn(sigma, cos2SigmaM)), azimuth: (Math.atan2(east, north) / DEGREE + 360) % 360 };
    }
    lambda = next;
  }
  return null;
}

/** The longitude within -180 (left out) to 180. */
function wrapped(lng: number): number {
  const turned = ((lng + 180) % 360 + 360) % 360 - 180;
  return turned === -180 ? 180 : turned;
}
