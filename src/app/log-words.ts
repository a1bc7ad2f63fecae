// Apart from the log itself, so that settings can be read without loading the database.

/** From the most to the least that is written: each leaves out those before it. */
export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];
