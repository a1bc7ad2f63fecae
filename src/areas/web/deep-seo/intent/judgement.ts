import { byIntent, intents, type ByIntent, type Intent } from './intents.ts';
import type { Language } from './terms.ts';

/** Where something that speaks for an intent was seen. */
export const signalSources = ['query', 'name', 'path', 'title', 'heading', 'button', 'link', 'structuredData', 'price', 'form', 'date', 'table', 'length'] as const;
export type SignalSource = (typeof signalSources)[number];

/** What speaks for an intent, and how much, in log-odds. */
export interface Signal {
  source: SignalSource;
  seen: string;
  intent: Intent;
  weight: number;
}

/** What somebody wants, how sure that is (0 to 1), and why. */
export interface Judgement {
  primary: Intent;
  /** The probability of `primary`. */
  confidence: number;
  /** Others that are likely as well. */
  secondary: Intent[];
  probabilities: ByIntent;
  /** It is about somewhere near. */
  local: boolean;
  language: Language;
  /** The strongest first. */
  signals: Signal[];
}

const MIN_SECONDARY = 0.2;
const MAX_SIGNALS = 8;

/** Sums log-odds, and gives their softmax; `temperature` makes it less sure. */
export function weigh(prior: ByIntent, signals: readonly Signal[], temperature: number, { local, language }: Pick<Judgement, 'local' | 'language'>): Judgement {
  const sums = { ...prior };
  for (const { intent, weight } of signals) sums[intent] += weight;
  const highest = Math.max(...Object.values(sums));
  const raised = byIntent(intent => Math.exp((sums[intent] - highest) / temperature));
  const total = Object.values(raised).reduce((sum, one) => sum + one, 0);
  const probabilities = byIntent(intent => Math.round(1000 * raised[intent] / total) / 1000);
  const order = intents.toSorted((a, b) => raised[b] - raised[a]);
  const primary = order[0]!;
  return {
    primary, confidence: probabilities[primary], secondary: order.slice(1).filter(intent => probabilities[intent] >= MIN_SECONDARY), probabilities, local, language,
    signals: signals.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, MAX_SIGNALS).map(signal => ({ ...signal, seen: signal.seen.slice(0, 120), weight: Math.round(100 * signal.weight) / 100 })),
  };
}
