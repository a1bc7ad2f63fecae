import type { z } from 'zod';
import type { ReadableField } from '../check.ts';
import type { RecordStatus } from '../shape.ts';
import { answerOf, answersOf, bestRecord, isAmbiguous, type Answer } from './answers.ts';
import type { DkimFacts } from './collect.ts';
import { isUsable, type DkimRecord } from './parse.ts';
import type { DkimShape } from './shape.ts';

type Shown = z.output<typeof DkimShape>;

/** One selector in the reply; `configured` is a usable key that is reached through a CNAME. */
interface PresentedSelector {
  status: 'ok' | 'configured' | 'missing' | 'error';
  record: string | null;
  keyType: string | null;
  keyBits: number | null;
  via: string | null;
  revoked: boolean;
}

/** `records.dkim`: the common selectors and those that the owner has chosen always, others where there is something to tell. */
export function presentDkim(facts: DkimFacts, issues: readonly string[]) {
  const telling = new Set(answersOf(facts).map(({ selector }) => selector));
  const listed = facts.selectors
    .map(selector => [selector, presentSelector(answerOf(selector), telling.has(selector.selector))] as const)
    .filter(([{ selector, source }, { status, revoked }]) => source !== 'inferred' || (telling.has(selector) && (status !== 'missing' || revoked)));
  const shown = listed.map(([{ selector }, presented]) => ({ selector, ...presented }));
  const found = shown.filter(({ status }) => status === 'ok' || status === 'configured');
  const best = found[0] ?? shown.find(({ record }) => record !== null);
  return {
    status: issues.length > 0 ? faultyStatus(facts, shown) : soundStatus(found),
    record: best?.record ?? null,
    foundSelector: found[0]?.selector ?? null,
    selectors: Object.fromEntries(listed.map(([{ selector }, presented]) => [selector, presented])),
  };
}

function soundStatus(found: readonly PresentedSelector[]): RecordStatus {
  return found.length > 0 && found.every(({ status }) => status === 'configured') ? 'configured' : 'ok';
}

/** Missing only where every question was answered and no answer holds a key. */
function faultyStatus({ wildcard }: DkimFacts, shown: readonly PresentedSelector[]): RecordStatus {
  return wildcard.lookup.outcome !== 'failed' && shown.every(({ status }) => status === 'missing') ? 'missing' : 'error';
}

function presentSelector(answer: Answer, telling: boolean): PresentedSelector {
  const record = bestRecord(answer);
  return {
    status: statusOf(answer, record, telling),
    record: record?.text ?? null,
    keyType: record?.keyType ?? null,
    keyBits: record ? bitsOf(record) : null,
    via: answer.via,
    revoked: record?.publicKey.type === 'revoked',
  };
}

/** A revoked key counts as missing: RFC 6376 §6.1.2 sees no difference between the two. */
function statusOf(answer: Answer, record: DkimRecord | null, telling: boolean): PresentedSelector['status'] {
  const { lookup, via } = answer;
  if (lookup.outcome === 'failed') return 'error';
  if (lookup.outcome === 'absent' && lookup.nxdomain && via !== null && telling) return 'error';
  if (!record || (record.publicKey.type === 'revoked' && record.faults.length === 0)) return 'missing';
  if (!isUsable(record) || isAmbiguous(answer)) return 'error';
  return via === null ? 'ok' : 'configured';
}

function bitsOf({ publicKey }: DkimRecord): number | null {
  if (publicKey.type === 'rsa') return publicKey.bits;
  return publicKey.type === 'ed25519' ? 256 : null;
}

/** What was found in a few words. */
export function summarizeDkim({ selectors }: Shown): string {
  const found = Object.entries(selectors).filter(([, { record, status }]) => record !== null && status !== 'missing');
  return found.map(([selector, { keyType, keyBits }]) => `${selector} (${[keyType?.toUpperCase(), keyBits].filter(Boolean).join(' ')})`).join(', ');
}

/** In what a change is reported. */
export function readDkim({ selectors }: Shown): readonly ReadableField[] {
  const published = Object.entries(selectors).filter(([, { record }]) => record !== null);
  return [['DKIM key', published.map(([selector, { record, via }]) => `${selector}: ${record}${via ? ` (through ${via})` : ''}`)]];
}
