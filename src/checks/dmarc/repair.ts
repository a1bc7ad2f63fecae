import type { FixRecord } from '../fixes.ts';
import { meantTags, type Tags } from './meant.ts';
import type { DmarcRecord } from './parse.ts';
import { paste, setTag, tidied, write } from './rewrite.ts';

/** The one record that mends what can be mended without asking receivers for more than the text does, and steps from there. */
export interface Repair {
  record: FixRecord | undefined;
  /** The repaired record with a policy that asks for more, a step of its own. */
  step(tag: string, value: string | null): FixRecord | undefined;
}

/** The repair of a record in force; with `wantsReports` it names an address of the domain where it names none. */
export function repairOf({ record: { text, rua }, at }: { record: Pick<DmarcRecord, 'text' | 'rua'>; at: string }, wantsReports: boolean): Repair {
  const holder = at.slice('_dmarc.'.length);
  const meant = meantTags(text);
  const tidy = meant && tidied(meant, holder);
  const tags = tidy && wantsReports && rua.length === 0 ? setTag(tidy, 'rua', `mailto:dmarc-reports@${holder}`) : tidy;
  const written = (value: Tags | undefined) => value && paste(at, write(value));
  return {
    record: written(tags),
    step: (tag, value) => written(tags && (value === null ? tags.filter(([key]) => key !== tag) : setTag(tags, tag, value))),
  };
}
