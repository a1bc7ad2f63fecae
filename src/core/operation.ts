import type { z } from 'zod';

/** What a key needs besides being valid; `write` follows from the method. */
export type Scope = 'domains' | 'scans' | 'seo' | 'accessibility' | 'vulnscan' | 'compliance' | 'status';

/** One thing a caller can do, declared once; every surface is derived from it. */
export interface Operation<Context, Input extends z.ZodType, Output extends z.ZodType> {
  /** `area.verb` or `area.object.verb`. */
  id: string;
  summary: string;
  /** For people and agents: when to use it and what comes back. */
  description: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  access: 'public' | 'session' | { scope: Scope };
  allowance: 'websiteScans' | 'manualScans' | 'none';
  input: Input;
  output: Output;
  examples: readonly { input: z.input<Input>; says: string }[];
  run(context: Context, input: z.output<Input>): Promise<z.output<Output>>;
}

/** States an operation and checks its types; returns it unchanged. */
export function operation<Context, Input extends z.ZodType, Output extends z.ZodType>(
  declaration: Operation<Context, Input, Output>,
): Operation<Context, Input, Output> {
  return declaration;
}
