import type { FetchedPage, FetchOutcome, FetchPage } from '../page.ts';
import { exposedPathChecks } from './catalogue.ts';
import { controlPath, kindOfPath } from './control.ts';
import type { ExposedPath, ExposedPathCheck } from './exposed-path.ts';
import { exposedPathRules } from './rules.ts';
import { signedText } from './signature.ts';

/** What the checks of one website found. Paths that did not answer are not clean: nothing is known of them. */
export interface ExposedPaths {
  found: ExposedPath[];
  /** How many paths answered. */
  tested: number;
  notTested: { path: string; cause: string }[];
}

const MAX_BYTES = 65_536;

/**
 * Asks for each path once. Where a reply bears the signature, a path that cannot exist, in the same folder and with the same ending, is asked for: a server
 * that answers the same there shows nothing. What is left is asked for a second time. `randomName` gives letters and digits that nobody uses.
 */
export async function findExposedPaths(fetchPage: FetchPage, randomName: () => string, checks: readonly ExposedPathCheck[] = exposedPathChecks): Promise<ExposedPaths> {
  const get = (path: string): Promise<FetchOutcome> => fetchPage(path, { method: 'GET', maxBytes: MAX_BYTES });
  const firsts = new Map<string, FetchOutcome>();
  const controls = new Map<string, FetchOutcome>();

  const found: ExposedPath[] = [];
  for (const check of checks) {
    for (const path of check.paths) {
      const first = await remembered(firsts, path, () => get(path));
      const match = first.outcome === 'answered' ? signedText(first.page, check.signature) : null;
      if (first.outcome === 'failed' || match === null) continue;
      const kind = kindOfPath(path);
      const control = await remembered(controls, JSON.stringify(kind), () => get(controlPath(kind, randomName())));
      if (control.outcome === 'answered' && isSame(control.page, first.page, check)) continue;
      const isSure = control.outcome === 'answered' && bears(await get(path), check);
      found.push(exposedPath(check, first.page, match, isSure));
      break;
    }
  }
  const notTested = [...firsts].flatMap(([path, answer]) => (answer.outcome === 'failed' ? [{ path, cause: answer.cause }] : []));
  return { found, tested: firsts.size - notTested.length, notTested };
}

async function remembered(answers: Map<string, FetchOutcome>, key: string, ask: () => Promise<FetchOutcome>): Promise<FetchOutcome> {
  const known = answers.get(key);
  if (known) return known;
  const answer = await ask();
  answers.set(key, answer);
  return answer;
}

function bears(answer: FetchOutcome, { signature }: ExposedPathCheck): boolean {
  return answer.outcome === 'answered' && signedText(answer.page, signature) !== null;
}

/** Whether a server answers a path that cannot exist as it answers the one in question. */
function isSame(control: FetchedPage, page: FetchedPage, { signature }: ExposedPathCheck): boolean {
  return signedText(control, signature) !== null || (control.status === page.status && control.body === page.body);
}

function exposedPath({ id, rule, title, severity }: ExposedPathCheck, { path, size }: FetchedPage, match: string, isSure: boolean): ExposedPath {
  return { id, rule, title, severity: severity ?? exposedPathRules[rule].severity, path, verified: isSure ? 'verified' : 'inconclusive', evidence: { location: path, size, match } };
}
