import type { Reading } from './shapes.ts';

/** Takes what was read; the next bytes are read once it is done. */
export type OnReading = (reading: Reading) => void | Promise<void>;
