import { defineRun, type RunWork } from '../../run-kind.ts';
import type { IpTargetsServices } from './services.ts';

/** What a scan is asked for: whether ports are tried as well. */
export interface IpScanInput {
  ports: boolean;
}

/** The addresses whose lookups, and whose ports, are committed. */
export interface IpScanState {
  lookups: string[];
  ports: string[];
}

export type IpScanWork = RunWork<IpTargetsServices, IpScanInput, IpScanState>;

/** Proves the addresses of a target again, looks up what others say of them, and tries the ports of those that are proven. */
export const ipScan = defineRun<IpScanInput>()({ kind: 'ipScan', scope: 'vulnscan', resultAt: ({ id }) => `/api/ip-targets/${id}` });
