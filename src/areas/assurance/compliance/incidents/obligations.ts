import { deadlines, DEADLINES_AS_OF, type Deadline } from '../catalogue/deadlines.ts';
import { dueAt, startsAt, type Moments } from '../clocks/due.ts';
import { deadlineOf } from '../clocks/shapes.ts';
import type { ClockRow } from '../clocks/store.ts';
import type { IncidentDetails } from './details.ts';

/** Whether a duty was done, does not apply, or is open. */
export const obligationStates = ['open', 'done', 'notApplicable'] as const;
export type ObligationState = (typeof obligationStates)[number];

/** A duty that an incident may bring. */
export interface Obligation {
  deadline: Deadline;
  /** The day as of which it was read from its source. */
  asOf: string;
  /** Whether the account added it. */
  own: boolean;
  /** Whether what is known of the incident says that it applies; `unclear` where a person has to say so. */
  applies: 'yes' | 'unclear';
  /** From when its clock runs, and when it is due, in epoch milliseconds; null while it does not run. */
  startsAt: number | null;
  dueAt: number | null;
}

/** The duties of an incident, soonest first: all that are not ruled out by what is known of it, and those of the account's own clocks. */
export function obligationsOf(details: IncidentDetails, moments: Moments, timeZone: string, own: readonly ClockRow[]): Obligation[] {
  const ofLaw = deadlines.flatMap(deadline => {
    const applies = concerns[deadline.id]!(details);
    return applies === 'no' ? [] : [{ deadline, applies, asOf: DEADLINES_AS_OF, own: false }];
  });
  const added = own.map(row => ({ deadline: deadlineOf(row), applies: row.applies === 'always' ? 'yes' as const : 'unclear' as const, asOf: row.as_of, own: true }));
  return [...ofLaw, ...added].map(one => ({ ...one, startsAt: startsAt(one.deadline.start, moments, timeZone), dueAt: dueAt(one.deadline, moments, timeZone) })).toSorted((a, b) => (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity));
}

type Applies = 'yes' | 'no' | 'unclear';

const when = (known: boolean | null): Applies => (known === null ? 'unclear' : known ? 'yes' : 'no');
const both = (...all: readonly Applies[]): Applies => (all.includes('no') ? 'no' : all.includes('unclear') ? 'unclear' : 'yes');
const atLeast = (count: number | null, least: number): Applies => when(count === null ? null : count >= least);

/** A breach of health information that was not encrypted, and whose compromise is not shown to be improbable (45 CFR 164.402). */
const breachOfHealthData = ({ healthData, encrypted, lowProbability }: IncidentDetails): Applies =>
  both(when(healthData), encrypted === true ? 'no' : when(encrypted === null ? null : true), lowProbability === true ? 'no' : 'yes');

const concerns: Readonly<Record<string, (details: IncidentDetails) => Applies>> = {
  hipaaIndividuals: breachOfHealthData,
  // More than 500 residents of one State (45 CFR 164.406): how many of each State, only the owner knows.
  hipaaMedia: details => both(breachOfHealthData(details), details.individualsAffected !== null && details.individualsAffected <= 500 ? 'no' : 'unclear'),
  hipaaHhsLarge: details => both(breachOfHealthData(details), atLeast(details.individualsAffected, 500)),
  hipaaHhsSmall: details => both(breachOfHealthData(details), details.individualsAffected === null ? 'unclear' : when(details.individualsAffected < 500)),
  hipaaBaToCe: details => both(breachOfHealthData(details), when(details.businessAssociate)),
  dfars7012: ({ coveredDefenseInformation }) => when(coveredDefenseInformation),
  dfarsPreserve: ({ coveredDefenseInformation }) => when(coveredDefenseInformation),
  ftcSafeguards: ({ customerFinancialData, encrypted, individualsAffected }) => both(when(customerFinancialData), encrypted === true ? 'no' : when(encrypted === null ? null : true), atLeast(individualsAffected, 500)),
  pciBrands: ({ cardData }) => when(cardData),
  irsTaxPro: ({ taxData }) => when(taxData),
  gdprAuthority: ({ personalDataInEurope }) => when(personalDataInEurope),
  sec8k: ({ listedCompany }) => when(listedCompany),
};
