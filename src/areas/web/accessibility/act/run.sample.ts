import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Browse } from '../../../../core/outside/browse.ts';
import { createBrowse } from '../../../../wire/browser/browse.ts';
import { chromium } from '../../../../wire/browser/testing.ts';
import { createDoor } from '../../../../wire/door.ts';
import { never, smallInternet } from '../../../../wire/testing/loopback.ts';
import { judgePage, type PageJudgement } from '../engines/judge-page.ts';
import { CASES_PATH, serveCases } from './site.sample.ts';

const Case = z.object({ ruleId: z.string(), ruleName: z.string(), expected: z.enum(['passed', 'failed', 'inapplicable']), testcaseId: z.string(), testcaseTitle: z.string(), relativePath: z.string() });
export type ActCase = z.output<typeof Case>;

/** A case, and what was found: a failure by its rule, a question by it, or neither; `broken` names the engines that gave nothing. */
export interface CaseResult extends ActCase {
  outcome: 'failed' | 'cantTell' | 'none';
  failedBy: readonly string[];
  broken: readonly string[];
  judgement: PageJudgement | null;
}

const HOST = 'cases.example';
const ADDRESS = '45.54.70.1';

/** The cases in a folder as the W3C publishes them. */
export function casesIn(folder: string): ActCase[] {
  return z.object({ testcases: z.array(Case) }).parse(JSON.parse(readFileSync(join(folder, 'testcases.json'), 'utf8'))).testcases;
}

/** Browsers that work at the same time. */
const BROWSERS = 2;

/** Judges the cases in two browsers, each one after the other; results stand in the order of the cases. */
export async function runCases(folder: string, cases: readonly ActCase[]): Promise<CaseResult[]> {
  const { server, port } = await serveCases(folder);
  const results: CaseResult[] = [];
  const left = [...cases.entries()].toReversed();
  const work = (): Promise<void> => browseAt(port)(async browsing => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [at, one] = next;
      const opened = await browsing.open(`http://${HOST}${CASES_PATH}${one.relativePath}`, { width: 1280, height: 900 });
      results[at] = resultOf(one, opened.outcome === 'shown' ? await judgePage(opened.page) : null);
    }
  }, never);
  try {
    await Promise.all(Array.from({ length: Math.min(BROWSERS, cases.length) }, work));
    return results;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function browseAt(port: number): Browse {
  const door = createDoor(smallInternet({ [HOST]: [ADDRESS], 'www.w3.org': [ADDRESS] }, { address: '127.0.0.1', port }));
  return createBrowse({ find: () => chromium, door, randomBytes, root: process.getuid?.() === 0, home: tmpdir(), log: () => {}, scriptsWithoutSandbox: true });
}

function resultOf(one: ActCase, judgement: PageJudgement | null): CaseResult {
  const found = (judgement?.findings ?? []).filter(({ act }) => act.includes(one.ruleId));
  const failures = found.filter(({ outcome }) => outcome === 'failed');
  return {
    ...one, judgement,
    outcome: failures.length > 0 ? 'failed' : found.length > 0 ? 'cantTell' : 'none',
    failedBy: [...new Set(failures.flatMap(({ saidBy }) => saidBy.map(({ engine }) => engine)))],
    broken: judgement === null ? ['page'] : judgement.engines.filter(({ outcome }) => outcome === 'failed').map(({ engine }) => engine),
  };
}

/** Counts of the cases by what is expected and what was found. */
export interface Tally {
  mustFail: number;
  found: number;
  asked: number;
  mustNotFail: number;
  falseAlarms: number;
  needless: number;
}

export function tally(results: readonly CaseResult[]): Tally {
  const [bad, good] = [results.filter(({ expected }) => expected === 'failed'), results.filter(({ expected }) => expected !== 'failed')];
  const count = (of: readonly CaseResult[], outcome: CaseResult['outcome']): number => of.filter(one => one.outcome === outcome).length;
  return { mustFail: bad.length, found: count(bad, 'failed'), asked: count(bad, 'cantTell'), mustNotFail: good.length, falseAlarms: count(good, 'failed'), needless: count(good, 'cantTell') };
}

/** A line for each rule, and one for all. */
export function tableOf(results: readonly CaseResult[]): string {
  const row = (name: string, { mustFail, found, asked, mustNotFail, falseAlarms, needless }: Tally): string => [`${found}/${mustFail}`.padStart(8), String(asked).padStart(6), `${falseAlarms}/${mustNotFail}`.padStart(8), String(needless).padStart(6), `  ${name}`].join('');
  const rules = Map.groupBy(results, ({ ruleId }) => ruleId);
  return ['   found asked   false asked  rule', ...[...rules].map(([rule, of]) => row(`${rule} ${of[0]!.ruleName}`, tally(of))), row('all', tally(results))].join('\n');
}
