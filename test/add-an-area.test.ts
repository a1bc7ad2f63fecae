import assert from 'node:assert/strict';
import test, { after, suite } from 'node:test';
import { additions } from '../scripts/figures/additions.ts';
import { newArea } from '../scripts/new/area.ts';
import { copyHouse, type Ended } from './house-copy.ts';

const copy = copyHouse();
after(copy.remove);

const sound = ({ status, output }: Ended) => assert.equal(status, 0, output.slice(-4000));

suite('to add an area takes its two folders, its line in two lists and its page in the tests', () => {
  const { created, edited } = copy.changes(() => additions.area.make(copy.root));

  test('its own files are in its folders', () => {
    assert.deepEqual(created.filter(path => !/^(src|web)\/areas\/assurance\/sample-notes\//.test(path)), []);
  });
  test('of the files that were there three at most are edited', () => {
    assert.deepEqual(edited, ['src/app/registry.ts', 'test/web/pages.ts', 'web/areas/index.ts']);
  });
  test('it compiles', () => sound(copy.typeCheck()));
  test('its tests, and those that walk all areas, pass', () => {
    sound(copy.test('src/areas/assurance/sample-notes/sample-notes.test.ts', 'test/areas.test.ts', 'test/imports.test.ts', 'test/findings.test.ts'));
  });
  test('its page compiles against the types of its operations', () => sound(copy.typeCheckOfDashboard()));
  test('it is not made twice, and not without its group', () => {
    assert.throws(() => newArea(copy.root, 'assurance/sample-notes'), /is there already/);
    assert.throws(() => newArea(copy.root, 'sample-notes'), /Give the group/);
  });
});
