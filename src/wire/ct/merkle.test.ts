import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { isConsistent, leafHash, rootOf, rootOfEdge, type Hash } from './merkle.ts';

const hex = (hash: Hash) => Buffer.from(hash).toString('hex');
const bytes = (text: string) => Buffer.from(text, 'hex');

// The leaves, roots and proofs by which implementations of RFC 6962 test themselves.
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(bytes);
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

suite('the root of the tree of the first leaves', () => {
  for (const [size, root] of roots.entries()) test(`${size}`, () => assert.equal(hex(rootOf(leaves.slice(0, size).map(leafHash))), root));
});

suite('a proof of consistency', () => {
  const proofs: [first: number, second: number, proof: string[]][] = [
    [1, 1, []],
    [1, 8, ['96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7', '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e', '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4']],
    [6, 8, ['0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a', 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7']],
    [2, 5, ['5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e', 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b']],
  ];
  const holds = (first: number, second: number, proof: readonly string[], firstRoot = roots[first]!, secondRoot = roots[second]!) =>
    isConsistent(first, second, bytes(firstRoot), bytes(secondRoot), proof.map(bytes));
  for (const [first, second, proof] of proofs) {
    test(`from ${first} to ${second} holds, and nothing else does`, () => {
      assert.ok(holds(first, second, proof));
      assert.ok(!holds(first, second, [...proof, roots[1]!]), 'one hash more');
      assert.ok(!holds(first, second, proof, roots[7]), 'another beginning');
      assert.ok(!holds(first, second, proof, roots[first], roots[3]), 'another end');
      assert.ok(first === second || !holds(second, first, proof), 'backwards');
      for (const at of proof.keys()) assert.ok(!holds(first, second, proof.with(at, roots[4]!)) || proof[at] === roots[4], `another hash at ${at}`);
      if (proof.length > 0) assert.ok(!holds(first, second, proof.slice(1)), 'one hash less');
    });
  }
});

test('the root over the edge of tiles is the root of the tree', () => {
  const hashes = Array.from({ length: 1300 }, (_, at) => leafHash(Buffer.from(String(at))));
  for (const size of [0, 1, 2, 3, 255, 256, 257, 511, 512, 513, 767, 1024, 1299]) {
    const whole = Math.floor(size / 256);
    const above = Array.from({ length: whole }, (_, tile) => rootOf(hashes.slice(tile * 256, tile * 256 + 256)));
    assert.equal(hex(rootOfEdge([hashes.slice(whole * 256, size), above])), hex(rootOf(hashes.slice(0, size))), String(size));
  }
});
