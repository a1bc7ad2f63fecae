import { z } from 'zod';

/** Who changed something, in replies. */
export const By = z.object({ type: z.enum(['person', 'key']), id: z.string() });
