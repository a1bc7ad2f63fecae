import { analyze } from '../analysis/analyze.ts';
import type { AnalysisThreads } from './threads.ts';

/** Does it all on the thread of the test: no thread has to start. */
export const analysisHere: AnalysisThreads = { analyze: rows => analyze(rows) };
