/** Source and flags of a regular expression, and its parameters: a text, or the number of the group that holds it. */
export type CompiledFingerprint = readonly [source: string, flags: string, params: Readonly<Record<string, string | number>>];

/** In the order in which they are tried: the first that matches counts. */
export type CompiledDatabase = readonly CompiledFingerprint[];
