import { cmmcL1 } from './cmmc-l1.ts';
import { cmmcL2 } from './cmmc-l2.ts';
import type { Control, Framework } from './framework.ts';
import { ftcSafeguards } from './ftc-safeguards.ts';
import { hipaaSecurity } from './hipaa-security.ts';
import { nist800171r3 } from './nist-800-171-r3.ts';
import { pciDss } from './pci-dss.ts';

export type { Control, Framework } from './framework.ts';

/** The frameworks that come with the service. */
export const frameworks: readonly Framework[] = [cmmcL1, cmmcL2, nist800171r3, hipaaSecurity, pciDss, ftcSafeguards];

const byId = new Map(frameworks.map(framework => [framework.id, framework]));

export function frameworkOf(id: string): Framework | undefined {
  return byId.get(id);
}

/** The control of a record's id, `framework:control`; undefined for none, and for a heading. */
export function controlOf(id: string): { framework: Framework; control: Control } | undefined {
  const at = id.indexOf(':');
  const framework = frameworkOf(id.slice(0, at));
  const control = framework?.controls.find(one => one.id === id.slice(at + 1) && !one.heading);
  return framework && control && { framework, control };
}
