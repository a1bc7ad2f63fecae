import { typeCodes } from '../types.ts';
import type { Denied } from './denial.ts';
import { setName, type ReasonCode } from './reasons.ts';

export function fault(code: ReasonCode, detail: string): Denied {
  return { outcome: 'bogus', fault: { code, detail } };
}

export function has(types: readonly number[], type: number): boolean {
  return types.includes(type);
}

/** Whether the types that a record of denial lists at `name` leave out `type`, and are those of the right side of a zone cut. */
export function judgeTypes(name: string, type: number, types: readonly number[]): Denied {
  if (has(types, type)) return fault('STYPE_IN_BITMAP', `${setName(name, type)} is denied by a record that says that it exists`);
  if (has(types, typeCodes.CNAME)) return fault('STYPE_IN_BITMAP', `${setName(name, type)} is denied by a record that says that ${name} is an alias`);
  const delegation = has(types, typeCodes.NS) && !has(types, typeCodes.SOA);
  if (type !== typeCodes.DS && delegation) return fault('NO_NSEC_MATCHING_SNAME', `${setName(name, type)} is denied by the zone above, which only delegates ${name}`);
  if (type === typeCodes.DS && has(types, typeCodes.SOA) && name !== '') return fault('REFERRAL_WITH_SOA', `the DS of ${name} is denied by ${name} itself, and not by the zone above it`);
  return { outcome: 'proven', delegation, listed: { at: name, types } };
}
