import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { hashDistance, imageHashes, type ImageHashes } from './image.ts';
import { readPng, type Grey } from './png.ts';

type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number, opacity?: number];

function pngOf(width: number, height: number, paint: Paint): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at++) {
    const [red, green, blue, opacity = 255] = paint(at % width, Math.floor(at / width));
    png.data.set([red, green, blue, opacity], 4 * at);
  }
  return PNG.sync.write(png);
}

/** A page of sorts: a band on top, a form in the middle, lines of text. */
const site = (scale: number): Paint => (x, y) => {
  const [column, row] = [x / scale, y / scale];
  if (row < 12) return [20, 60, 160];
  if (column > 30 && column < 70 && row > 30 && row < 60) return row % 10 < 2 ? [90, 90, 90] : [235, 235, 245];
  return column > 8 && column < 92 && Math.floor(row) % 6 === 0 ? [60, 60, 60] : [255, 255, 255];
};
const other: Paint = (x, y) => (((x >> 4) + (y >> 4)) % 3 === 0 || (x - 60) ** 2 + (y - 70) ** 2 < 400 ? [250, 240, 200] : [y, 30, 120 - x]);

const hashesOf = (png: Uint8Array): ImageHashes => imageHashes(readPng(png)!);
const names = ['perceptual', 'difference', 'average'] as const;
const original = hashesOf(pngOf(100, 100, site(1)));

suite('hashes of images', () => {
  const near: [says: string, png: Buffer][] = [
    ['scaled up three times', pngOf(300, 300, site(3))],
    ['a little brighter', pngOf(100, 100, (x, y) => site(1)(x, y).map((value = 255) => Math.min(255, value + 12)) as unknown as [number, number, number])],
    ['with another logo', pngOf(100, 100, (x, y) => (x < 8 && y < 8 ? [200, 30, 30] : site(1)(x, y)))],
  ];
  for (const [says, png] of near) {
    for (const name of names) test(`${name}: a page ${says} is near`, () => assert.ok(hashDistance(hashesOf(png)[name], original[name])! <= 8, says));
  }
  for (const name of names) {
    test(`${name}: another page is far`, () => assert.ok(hashDistance(hashesOf(pngOf(100, 100, other))[name], original[name])! > 14));
    test(`${name}: 16 hexadecimal digits, the same each time`, () => {
      assert.match(original[name], /^[0-9a-f]{16}$/);
      assert.deepEqual(hashesOf(pngOf(100, 100, site(1))), original);
    });
  }
  test('the bits are those of the definition', () => {
    // Bright on the right: each of the eight steps rises, and the right half is above the mean.
    const ramp: Grey = { width: 72, height: 72, shades: Float64Array.from({ length: 72 * 72 }, (_, at) => at % 72) };
    assert.equal(imageHashes(ramp).difference, 'f'.repeat(16));
    assert.equal(imageHashes(ramp).average, '0f'.repeat(8));
    assert.equal(hashDistance(imageHashes(ramp).average, imageHashes(ramp).difference), 32);
  });
  test('an image of one pixel has them too', () => assert.match(hashesOf(pngOf(1, 1, () => [1, 2, 3])).perceptual, /^[0-9a-f]{16}$/));
  test('what is transparent stands on white', () => assert.equal(readPng(pngOf(1, 1, () => [0, 0, 0, 0]))!.shades[0], 255));
});

suite('a PNG is read whichever way it was written', () => {
  for (const [says, colorType] of [['grey', 0], ['RGB', 2], ['grey with opacity', 4], ['RGB with opacity', 6]] as const) {
    for (const filterType of [0, 1, 2, 3, 4, -1]) {
      test(`${says}, filter ${filterType}`, () => {
        const png = new PNG({ width: 33, height: 21 });
        png.data.forEach((_, at) => { png.data[at] = at % 4 === 3 ? 255 : (Math.floor(at / 4) * 37) & 255; });
        const { shades } = readPng(PNG.sync.write(png, { colorType, inputHasAlpha: true, filterType }))!;
        assert.deepEqual([...shades].map(Math.round), Array.from({ length: 33 * 21 }, (_, at) => (at * 37) & 255));
      });
    }
  }
});

suite('what is no PNG, or too large a one, is none', () => {
  const good = pngOf(20, 20, other);
  const claiming = (width: number, height: number) => {
    const header = Buffer.alloc(17);
    header.write('IHDR', 0, 'latin1');
    header.writeUInt32BE(width, 4);
    header.writeUInt32BE(height, 8);
    header.set([8, 6, 0, 0, 0], 12);
    const chunk = (named: Buffer) => Buffer.concat([word(named.length - 4), named, word(crc32(named))]);
    return Buffer.concat([good.subarray(0, 8), chunk(header), chunk(Buffer.concat([Buffer.from('IDAT'), deflateSync(Buffer.alloc(64))])), chunk(Buffer.from('IEND'))]);
  };
  const word = (value: number) => Buffer.from([value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255]);
  const cases: [says: string, bytes: Uint8Array][] = [
    ['nothing', Buffer.alloc(0)], ['text', Buffer.from('not an image, but long enough to be read as one')],
    ['cut off', good.subarray(0, good.length - 30)], ['changed in its data', Buffer.concat([good.subarray(0, 45), Buffer.of(1, 2, 3), good.subarray(48)])],
    ['a bomb', claiming(60_000, 60_000)], ['without height', claiming(100, 0)], ['with fewer pixels than it says', claiming(4000, 4000)],
  ];
  for (const [says, bytes] of cases) test(says, () => assert.equal(readPng(bytes), null));
  for (const text of ['', 'f'.repeat(15), 'g'.repeat(16), 'F'.repeat(16)]) test(`hash ${text}`, () => assert.equal(hashDistance(text, 'f'.repeat(16)), null));
});
