import { typeCodes } from '../types.ts';
import { setName, type Fault, type ReasonCode } from './reasons.ts';

/** What is to be proven absent. */
export interface Question {
  name: string;
  type: number;
  nxdomain: boolean;
  /** For an answer from a wildcard the labels of its signature: then only nothing nearer may exist. */
  expanded: number | null;
}

export type Denied =
  /** `delegation`: the name is the start of a zone of its own, without DS where that was asked; `listed`: the types that exist at a name. */
  | { outcome: 'proven'; delegation: boolean; listed?: { at: string; types: readonly number[] } }
  /** The proof leaves room: an opt-out span, or more iterations than resolvers compute. */
  | { outcome: 'insecure'; fault: Fault }
  | { outcome: 'bogus'; fault: Fault };

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
  if (type !== typeCodes.DS && delegation) return fault('NO_NSEC_MATCHING_SNAME', `${setName(name, type)} is denied by the parent zone, which only delegates ${name}`);
  if (type === typeCodes.DS && has(types, typeCodes.SOA) && name !== '') return fault('REFERRAL_WITH_SOA', `the DS of ${name} is denied by ${name} itself, and not by its parent zone`);
  return { outcome: 'proven', delegation, listed: { at: name, types } };
}
