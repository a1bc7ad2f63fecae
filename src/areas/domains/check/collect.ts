import type { CollectContext } from '../../../checks/check.ts';
import { checks, recordsAt, type AllFacts, type Depth, type RecordName } from '../../../checks/index.ts';
import { withWitnesses } from '../../../checks/nameservers/index.ts';
import type { RegistrationMemory } from '../../../checks/registration/index.ts';
import type { ProfileKind } from './profile.ts';

/** What the caller knows of the domain. */
export interface Known {
  /** What it is used for, where that is better known than by its records. */
  profile?: ProfileKind | undefined;
  /** DKIM selectors that its owner uses, lower case. */
  dkimSelectors?: readonly string[];
  /** What registries said of late. */
  registrations?: RegistrationMemory;
  /** What was seen of records before; they are not looked at again. */
  remembered?: Partial<AllFacts>;
}

/** What one run is asked for. */
export interface CheckRequest<Of extends Depth = Depth> extends Known {
  depth: Of;
}

/** Hears what was seen of a record. */
export type OnFacts = <Name extends RecordName>(record: Name, seen: AllFacts[Name]) => void;

/**
 * Starts every check of `depth` at once, but for what is `remembered`; each waits only for the facts that it asks for.
 * `onFacts` hears of each record as soon as it has been collected. Records of a greater depth have no facts.
 */
export async function collectAll(context: Omit<CollectContext, 'facts'>, { depth, remembered = {} }: Pick<CheckRequest, 'depth' | 'remembered'>, onFacts: OnFacts = () => {}): Promise<AllFacts> {
  const started = new Map<RecordName, Promise<unknown>>();
  const facts = <Name extends RecordName>(record: Name): Promise<AllFacts[Name]> => {
    const running = started.get(record) ?? start(record);
    started.set(record, running);
    return running as Promise<AllFacts[Name]>;
  };
  const dns = withWitnesses(context.dns, context.domain, () => facts('nameservers'));
  const start = async (record: RecordName) => {
    const seen = remembered[record] ?? await checks[record].collect({ ...context, dns, facts });
    onFacts(record, seen as never);
    return seen;
  };
  const entries = await Promise.all(recordsAt(depth).map(async record => [record, await facts(record)] as const));
  return Object.fromEntries(entries) as unknown as AllFacts;
}
