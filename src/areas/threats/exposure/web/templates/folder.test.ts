import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { readTemplates } from './folder.ts';

test('a folder gives its templates, and names those that are not run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dss-templates-'));
  const yaml = (tags: string, more = '') => `id: ${tags}\ninfo: {name: A, tags: ${tags}}\nhttp:\n  - method: GET\n    path: ["{{BaseURL}}/a"]\n    matchers: [{type: status, status: [200]}]\n${more}`;
  mkdirSync(join(folder, 'http'));
  writeFileSync(join(folder, 'http/a.yaml'), yaml('tech'));
  writeFileSync(join(folder, 'http/b.yml'), yaml('rce'));
  writeFileSync(join(folder, 'http/c.yaml'), yaml('other', 'flow: x\n'));
  writeFileSync(join(folder, 'd.yaml'), `# ${'x'.repeat(300_000)}`);
  writeFileSync(join(folder, 'e.txt'), yaml('tech'));
  const { templates, others } = await readTemplates(folder);
  assert.deepEqual(templates.map(({ id }) => id), ['tech']);
  assert.deepEqual(others, [
    { file: 'd.yaml', outcome: 'notRun', reasons: ['size'] },
    { file: 'http/b.yml', outcome: 'refused', reasons: ['tag rce'] },
    { file: 'http/c.yaml', outcome: 'notRun', reasons: ['flow'] },
  ]);
  await assert.rejects(readTemplates(join(folder, 'gone')));
  rmSync(folder, { recursive: true });
});
