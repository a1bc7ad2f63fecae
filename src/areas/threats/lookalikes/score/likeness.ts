import { registrableDomain } from '../../../../core/domain-name.ts';
import { encode, readingsOf } from '../match/fold.ts';
import { createMatcher, type Reason } from '../match/index.ts';
import { isNear } from '../match/near.ts';
import type { WeightId } from './weights.ts';

/** Says in what way a name is like one domain; null where it is not. */
export type Likeness = (name: string) => WeightId | null;

const LONGEST_LABEL = 63;
/** So many letters are in so many other names that a changed one says little. */
const SHORT_LETTERS = 4;
const SHORTEST_LETTERS = 3;

const weightOf: Readonly<Record<Exclude<Reason, 'equal' | 'near'>, WeightId>> = { riskWord: 'name.brandAndWord', subdomain: 'name.brandAsSubdomain', contains: 'name.containsBrand' };

/** How names are like `domain`: the strongest way that the matcher of streams sees, and how far apart the letters are. */
export function likenessTo(domain: string): Likeness {
  const match = createMatcher([{ id: domain, domain, owner: domain }]);
  const label = labelOf(domain);
  const own = lettersOf(readingsOf(domain)[0]!, domain);
  const isOneEdit = (name: string) => readingsOf(name).some(reading => {
    const letters = lettersOf(reading, name);
    return isNear(own, letters, 0, letters.length, 1);
  });
  return name => {
    const why = match(name)[0]?.why;
    if (why === 'equal') return labelOf(name) === label ? 'name.otherSuffix' : 'name.sameShape';
    if (why === 'near') return isOneEdit(name) ? 'name.oneEdit' : 'name.twoEdits';
    if (why !== undefined) return weightOf[why];
    return own.length >= SHORTEST_LETTERS && own.length <= SHORT_LETTERS && isOneEdit(name) ? 'name.shortEdit' : null;
  };
}

/** The label that was registered, in A-labels. */
function labelOf(name: string): string {
  return (registrableDomain(name) ?? name).split('.', 1)[0]!;
}

/** The same label in a reading of the name, which has as many labels. */
function lettersOf(reading: string, name: string): Uint8Array {
  const index = name.split('.').length - (registrableDomain(name) ?? name).split('.').length;
  const letters = new Uint8Array(LONGEST_LABEL);
  return letters.subarray(0, encode(reading.split('.')[index]!, letters));
}
