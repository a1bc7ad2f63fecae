import type { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Finding } from '../core/finding.ts';
import type { BoundRule } from '../core/findings/rules.ts';
import type { Dns } from '../core/lookup.ts';
import type { BlocklistLookup, RegistryLookup, SmtpProbe, TlsProbe, WebProbe } from '../core/outside/probes.ts';
import type { Group, ScoreGroup } from './groups.ts';
import type { RegistrationMemory } from './registration/remembered.ts';

/**
 * What all checks saw of one domain, by record. Each check adds its own line where it is declared:
 * `declare module '../check.ts' { interface AllFacts { spf: SpfFacts } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface AllFacts {}

/** What a check may use to collect; everything in it belongs to one run of the whole check. */
export interface CollectContext {
  domain: string;
  /** DKIM selectors that the owner of the domain uses, lower case, as far as they are known. */
  dkimSelectors?: readonly string[];
  dns: Dns;
  /** Fires when the time of the whole check is up; every lookup then ends as `failed`. */
  signal: AbortSignal;
  clock: Clock;
  random: () => number;
  /** Whether the address may be reached: public, or allowed by the operator. */
  mayReach: (address: string) => boolean;
  web: WebProbe;
  tls: TlsProbe;
  registry: RegistryLookup;
  /** What registries said of late; left out, they are asked. */
  registrations?: RegistrationMemory;
  blocklists: BlocklistLookup;
  smtp: SmtpProbe;
  /** The facts of another check as soon as they are there; a check waits only for what it needs. */
  facts: <Name extends keyof AllFacts>(record: Name) => Promise<AllFacts[Name]>;
}

/** The check answers within seconds; the checkup covers more, and takes longer. */
export type Depth = 'check' | 'checkup';

/** One subject of the domain check: what it is called, how it counts, how it collects and how it judges. */
export interface Check<Name extends keyof AllFacts = keyof AllFacts, Of extends Depth = Depth> {
  record: Name;
  /** A word or two, for narrow columns. */
  label: string;
  /** The same with what it stands for, for reports. */
  title: string;
  group: Group;
  /** Set where its findings leave what the verdict says of its group as it is. */
  isOutsideVerdict?: boolean;
  /** Its part in the score; the points of the check's records come to 100. */
  score: { group: ScoreGroup; points: number };
  /** The least depth that includes it. */
  depth: Of;
  /** Set where a failed lookup of it means that the check could not tell (exit code 7): the rules without whose outcome there is no grade. */
  essential?: readonly Pick<BoundRule, 'id'>[];
  /** The rules that are unknown where its own lookup failed: what else fails leaves the record as it is. Those in `essential`, or else all, unless given. */
  ownLookup?: readonly Pick<BoundRule, 'id'>[];
  rules: Readonly<Record<string, BoundRule>>;
  /** Observes, and returns facts that can be written as JSON. */
  collect(context: CollectContext): Promise<AllFacts[Name]>;
  /** Pure; every rule gives exactly one finding. */
  analyze(facts: AllFacts): Finding[];
  /** Pure; its facts as they would be once the fix of `finding` is carried out. Given by the checks that see records which fixes offer. */
  carryOut?(facts: AllFacts[Name], finding: Finding): AllFacts[Name];
}

/** The fields of a record that its check presents: all of the shape but `issues`, which the findings say, and what the shape leaves open. */
type Presented<Shape extends z.ZodObject> = { [Field in Exclude<keyof Shape['shape'], 'issues'>]: z.output<Shape['shape'][Field]> } & Record<string, unknown>;

/** What a difference is called, and the values in which it shows: several for a set, none where nothing is said. */
export type ReadableField = readonly [what: string, values: readonly (string | null | undefined)[]];

/** A check whose record is a part of replies, reports and history. */
export interface RecordCheck<
  Name extends keyof AllFacts = keyof AllFacts, Shape extends z.ZodObject = z.ZodObject, Of extends Depth = Depth, Glanced extends boolean = boolean,
> extends Check<Name, Of> {
  /** Set where lists of domains show at a glance how it stands. */
  isGlanced?: Glanced;
  /** Its record in replies, with `status` and `issues`. */
  shape: Shape;
  /** Pure; `issues` is given because the status follows from it. */
  present(facts: AllFacts, issues: readonly string[]): Presented<Shape>;
  /** What was found in a few words, '' where there is nothing to show. `now` in epoch milliseconds. */
  summarize(record: z.output<Shape>, now: number): string;
  /** In what a change of it is reported. */
  read(record: z.output<Shape>): readonly ReadableField[];
  /** Fields that are no property of the domain and differ from one lookup to the next, as paths; history does not keep them. */
  passing?: readonly string[];
  /** Given by those that scans read once a day: whether all could be read; what could not is read again by the next scan. Left out, it always counts. */
  isWhole?(facts: AllFacts[Name]): boolean;
  /** Lists whose order says something, as paths; all others come in the order in which they were answered. */
  ordered?: readonly string[];
}

/** The check as it is declared; what it presents must be of its shape. */
export function defineCheck<Name extends keyof AllFacts, Shape extends z.ZodObject, const Of extends Depth, const Glanced extends boolean = false>(
  check: RecordCheck<Name, Shape, Of, Glanced>,
): RecordCheck<Name, Shape, Of, Glanced> {
  return check;
}
