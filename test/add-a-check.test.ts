import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, suite } from 'node:test';
import { additions } from '../scripts/figures/additions.ts';
import { newCheck } from '../scripts/new/check.ts';
import { copyHouse, type Ended } from './house-copy.ts';

const copy = copyHouse();
after(copy.remove);

const sound = ({ status, output }: Ended) => assert.equal(status, 0, output.slice(-4000));

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

suite('to add a check takes its folder, its line in the list and a domain in the lab', () => {
  const { created, edited } = copy.changes(() => additions.check.make(copy.root));

  test('its own files are in its folder, and one in the lab', () => {
    assert.deepEqual(created.filter(path => !path.startsWith('src/checks/sample-text/')), ['lab/world/sample-text.yaml']);
    assert.ok(readdirSync(join(copy.root, 'src/checks/sample-text/golden')).length >= 3);
  });
  test('of the files that were there two at most are edited', () => assert.deepEqual(edited, ['src/checks/index.ts']));
  test('it compiles', () => sound(copy.typeCheck()));
  test('the dashboard shows it without an edit', () => sound(copy.typeCheckOfDashboard()));
  test('its tests, and those that walk all checks, pass', () => {
    sound(copy.test('src/checks/sample-text/sample-text.test.ts', 'test/findings.test.ts', 'src/areas/domains/check/scoring.test.ts', 'lab/world.test.ts'));
  });
  test('its record is in the reply, its finding among the findings, and its line in the terminal', () => {
    const { status, output } = copy.run(...SCAN);
    assert.equal(status, 0, output);
    assert.deepEqual(JSON.parse(output.trim().split('\n').at(-1)!), {
      status: 'error', issues: ['The Sample Text record cannot be read'], record: 'hello', row: 'hello', found: ['sampletext.syntax'],
    });
  });
  test('it is not made twice, and not under a name that is none', () => {
    assert.throws(() => newCheck(copy.root, 'sample-text'), /is there already/);
    assert.throws(() => newCheck(copy.root, 'Sample_Text'), /lower-case words/);
  });
});
