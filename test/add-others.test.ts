import assert from 'node:assert/strict';
import test, { after, suite } from 'node:test';
import { additions, type AdditionKind } from '../scripts/figures/additions.ts';
import { copyHouse, type Ended } from './house-copy.ts';

const copy = copyHouse();
after(copy.remove);

const sound = ({ status, output }: Ended) => assert.equal(status, 0, output.slice(-4000));

/** What each edits; an area and a check have tests of their own. */
const edited: Readonly<Partial<Record<AdditionKind, readonly string[]>>> = {
  operation: ['src/areas/platform/keys/operations.ts'],
  channel: ['src/areas/platform/notifications/channel-kinds.ts', 'web/areas/platform/notifications/texts/channels.ts'],
  page: ['test/web/pages.ts', 'web/areas/platform/keys/area.ts'],
  setting: ['src/app/config.ts'],
};

suite('what is added as its how-to says, in a copy of the project', () => {
  for (const [kind, files] of Object.entries(edited) as [AdditionKind, readonly string[]][]) {
    test(`a new ${kind} edits at most ${additions[kind].most} of the files that were there`, () => {
      const changes = copy.changes(() => additions[kind].make(copy.root));
      assert.deepEqual(changes.edited, files);
      assert.ok(changes.edited.length <= additions[kind].most);
    });
  }
  test('compiles', () => sound(copy.typeCheck()));
  test('passes the tests that walk all of its kind', () => {
    sound(copy.test('src/areas/platform/notifications/templates.test.ts', 'src/app/config.test.ts', 'test/areas.test.ts', 'test/web/texts.test.ts', 'test/web/imports.test.ts'));
  });
  test('compiles in the dashboard, with its page and its texts', () => sound(copy.typeCheckOfDashboard()));
});
