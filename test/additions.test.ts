import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { additions, type AdditionKind } from '../scripts/figures/additions.ts';
import { newArea } from '../scripts/new/area.ts';
import { newCheck } from '../scripts/new/check.ts';
import { copyHouse, type Ended } from './house-copy.ts';

const copy = copyHouse();
after(copy.remove);

const sound = ({ status, output }: Ended) => assert.equal(status, 0, output.slice(-4000));

/** The files that each edits, and where those lie that it creates. */
const touched: Readonly<Record<AdditionKind, { creates?: RegExp; edits: readonly string[] }>> = {
  area: { creates: /^(src|web)\/areas\/assurance\/sample-notes\//, edits: ['src/app/registry.ts', 'test/web/pages.ts', 'web/areas/index.ts'] },
  check: { creates: /^(src\/checks\/sample-text\/|lab\/world\/sample-text\.yaml$)/, edits: ['src/checks/index.ts'] },
  operation: { edits: ['src/areas/platform/keys/operations.ts'] },
  channel: { edits: ['src/areas/platform/notifications/channel-kinds.ts', 'web/areas/platform/notifications/texts/channels.ts'] },
  page: { edits: ['test/web/pages.ts', 'web/areas/platform/keys/area.ts'] },
  setting: { edits: ['src/app/config.ts'] },
};

/** What a reply says of a lab domain, and the line that the terminal shows. */
const SCAN = [
  "import { startLab } from './lab/index.ts';",
  "import { outsideOfLab } from './src/app/commands/demo.ts';",
  "import { composeChecker } from './src/app/compose.ts';",
  "import { CheckResult, rowsOf } from './src/areas/domains/check/index.ts';",
  'const lab = await startLab();',
  "const result = CheckResult.parse(await composeChecker(outsideOfLab(lab))('sample-text-unreadable.example'));",
  'await lab.stop();',
  "const { status, issues, record } = result.records.sampleText;",
  "const row = rowsOf(result).find(({ label }) => label === 'Sample Text');",
  "console.log(JSON.stringify({ status, issues, record, row: row?.summary, found: result.findings.filter(({ record, state }) => record === 'sampleText' && state === 'fail').map(({ id }) => id) }));",
];

suite('what is added as its how-to says, in a copy of the project', () => {
  for (const [kind, { creates, edits }] of Object.entries(touched) as [AdditionKind, (typeof touched)[AdditionKind]][]) {
    test(`a new ${kind} edits at most ${additions[kind].most} of the files that were there, and has its own in its folders`, () => {
      const { created, edited } = copy.changes(() => additions[kind].make(copy.root));
      assert.deepEqual(edited, edits);
      assert.ok(edited.length <= additions[kind].most);
      if (creates) assert.deepEqual(created.filter(path => !creates.test(path)), []);
    });
  }
  test('compiles', () => sound(copy.typeCheck()));
  test('compiles in the dashboard, with its pages and texts, against the types of its operations', () => sound(copy.typeCheckOfDashboard()));
  test('brings tests that pass, and passes those that walk all of its kind', () => {
    assert.ok(readdirSync(join(copy.root, 'src/checks/sample-text/golden')).length >= 3);
    sound(copy.test(
      'src/areas/assurance/sample-notes/sample-notes.test.ts', 'src/checks/sample-text/sample-text.test.ts', 'src/app/config.test.ts', 'src/areas/domains/check/scoring.test.ts',
      'src/areas/platform/notifications/templates.test.ts', 'lab/world.test.ts', 'test/areas.test.ts', 'test/findings.test.ts', 'test/imports.test.ts', 'test/web/imports.test.ts', 'test/web/texts.test.ts',
    ));
  });
  test('a check has its record in the reply, its finding among the findings, and its line in the terminal', () => {
    const { status, output } = copy.run(...SCAN);
    assert.equal(status, 0, output);
    assert.deepEqual(JSON.parse(output.trim().split('\n').at(-1)!), {
      status: 'error', issues: ['The Sample Text record cannot be read'], record: 'hello', row: 'hello', found: ['sampletext.syntax'],
    });
  });
  test('is not made twice, and not under a name that is none', () => {
    assert.throws(() => newCheck(copy.root, 'sample-text'), /is there already/);
    assert.throws(() => newCheck(copy.root, 'Sample_Text'), /lower-case words/);
    assert.throws(() => newArea(copy.root, 'assurance/sample-notes'), /is there already/);
    assert.throws(() => newArea(copy.root, 'sample-notes'), /Give the group/);
  });
});
