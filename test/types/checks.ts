// Compiled with the project and never run: what a check may be, and with `@ts-expect-error` what it may not.
import { z } from 'zod';
import type { CheckResult, CheckupResult } from '../../src/areas/domains/check/shapes.ts';
import { defineCheck, type AllFacts, type Check } from '../../src/checks/check.ts';
import { checks, type RecordsAt } from '../../src/checks/index.ts';
import { soaCheck } from '../../src/checks/soa/index.ts';

/** True where each type is assignable to the other. */
type Same<Left, Right> = [Left] extends [Right] ? [Right] extends [Left] ? true : false : false;

export const theReplyHasAllRecords: Same<CheckResult['records'], RecordsAt<'check'>> = true;
export const theCheckupHasAllRecords: Same<CheckupResult['records'], RecordsAt<'checkup'>> = true;

const shape = z.looseObject({ status: z.literal('ok'), issues: z.array(z.string()), serial: z.number().nullable() });
const { shape: _shape, present: _present, summarize: _summarize, read: _read, ...own } = soaCheck;

defineCheck({ ...own, shape, present: () => ({ status: 'ok' as const, serial: 1 }), summarize: ({ serial }) => `${serial}`, read: ({ serial }) => [['Serial', [`${serial}`]]] });
// @ts-expect-error A field of the shape is not presented.
defineCheck({ ...own, shape, present: () => ({ status: 'ok' as const }), summarize: () => '', read: () => [] });
// @ts-expect-error A field is not what the shape says.
defineCheck({ ...own, shape, present: () => ({ status: 'ok' as const, serial: '1' }), summarize: () => '', read: () => [] });

const { soa: _soa, ...others } = checks;
// @ts-expect-error A check that has facts is missing in the list.
others satisfies { readonly [Name in keyof AllFacts]: Check<Name> };
