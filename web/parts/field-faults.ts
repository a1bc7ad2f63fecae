/** One field of a form. */
export interface Field {
  name: string;
  label: string;
  kind: 'text' | 'email' | 'password' | 'newPassword' | 'code' | 'choice';
  /** What browsers fill in (HTML §4.10.18.7). */
  autoComplete: string;
  /** What a choice offers; what stands in it first is always among it. */
  options?: readonly { value: string; label: string }[];
  hint?: string;
  /** What stands in it first. */
  initial?: string;
  maxLength?: number;
}

/** What is wrong with a form, by the names of its fields. */
export type Faults = Readonly<Record<string, string>>;

export interface FaultWords {
  empty: string;
  email: string;
  short: string;
  long: string;
}

/** Lengths of a password in characters, as the service wants them. */
const PASSWORD = { min: 8, max: 128 } as const;

/** What can be said of `values` before the service is asked; what people typed is never changed. */
export function faultsIn(fields: readonly Field[], values: Readonly<Record<string, string>>, words: FaultWords): Faults {
  return Object.fromEntries(fields.flatMap(({ name, kind }) => {
    const fault = faultIn(kind, values[name] ?? '', words);
    return fault === null ? [] : [[name, fault]];
  }));
}

/** What the service found wrong: at the fields it speaks of, and whether something is left that no field can show. */
export function faultsOf(fields: readonly Field[], errors: readonly { path: string; message: string }[] | undefined): { faults: Faults; rest: boolean } {
  const names = new Set(fields.map(({ name }) => name));
  const ours = (errors ?? []).filter(({ path }) => names.has(path));
  return { faults: Object.fromEntries(ours.map(({ path, message }) => [path, message])), rest: errors === undefined || ours.length < errors.length };
}

function faultIn(kind: Field['kind'], value: string, words: FaultWords): string | null {
  if (value.trim() === '') return words.empty;
  if (kind === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value.trim())) return words.email;
  if (kind !== 'newPassword') return null;
  if (value.length < PASSWORD.min) return words.short;
  return value.length > PASSWORD.max ? words.long : null;
}
