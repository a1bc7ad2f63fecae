import type { z } from 'zod';
import { NewCheck } from '../shapes.ts';

/** What an import gives: checks, and what of the file has no counterpart. */
export interface Imported {
  checks: z.input<typeof NewCheck>[];
  /** One sentence each. */
  notes: string[];
}

const MAX_CHECKS = 5000;

/** Collects what an import cannot take. */
export class ImportNotes {
  readonly #notes: string[] = [];

  tell(name: string, what: string): void {
    if (this.#notes.length < MAX_CHECKS) this.#notes.push(`${name}: ${what}.`);
  }

  /** A check that is left out. */
  skip(name: string, why: string): null {
    this.tell(name, `left out, ${why}`);
    return null;
  }

  /** The checks that can be read; of those that cannot, the notes say why. */
  result(drafts: readonly (z.input<typeof NewCheck> | null)[]): Imported {
    const checks = drafts.slice(0, MAX_CHECKS).flatMap(draft => {
      if (draft === null) return [];
      const parsed = NewCheck.safeParse(draft);
      if (parsed.success) return [draft];
      this.skip(draft.name, `${parsed.error.issues[0]!.path.join('.')}: ${parsed.error.issues[0]!.message}`);
      return [];
    });
    return { checks, notes: this.#notes };
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A scalar as text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration of Go, such as `1m30s`, or a number of seconds, in seconds; null for what is none. */
export function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const parts = [...textOf(value).matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  return parts.length === 0 ? null : Math.round(parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!]!, 0));
}
