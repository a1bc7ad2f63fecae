/** The stages at each address, in their order. */
export const hostStages = ['ports', 'services', 'tls', 'http', 'web'] as const;
export type HostStage = (typeof hostStages)[number];
/** All stages of a scan. */
export const stageNames = ['resolve', ...hostStages, 'components'] as const;
export type StageName = (typeof stageNames)[number];
