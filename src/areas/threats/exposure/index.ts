import { defineArea } from '../../area.ts';
import { addressOperations } from './address-operations.ts';
import { exposureAlerts } from './alerts.ts';
import { componentOperations } from './components/operations.ts';
import { exceptionOperations } from './exception-operations.ts';
import { portRules } from './judgement/rules.ts';
import { exposure } from './migrations/0045-exposure.ts';
import { exposureComponents } from './migrations/0047-exposure-components.ts';
import { scanOperations } from './operations.ts';
import { optOutOperations } from './opt-out-operations.ts';
import { exposureSection } from './report-section.ts';
import { doVulnScan, vulnScan } from './run.ts';
import { scanning } from './schedule.ts';
import type { ExposureServices } from './services.ts';
import { serviceRules } from './services/index.ts';
import { confirmedOf } from './store/addresses.ts';
import { allComponentsOf } from './store/components.ts';
import { findingsOf } from './store/findings.ts';
import { scansOf } from './store/scans.ts';
import { tables } from './tables.ts';
import { exposedPathRuleList } from './web/checks/rules.ts';
import { templateRules } from './web/templates/rules.ts';
import { portEvidence } from './port-evidence.ts';

export { inTurn, scanAddress, type AddressPort, type AddressScan } from './address-scan.ts';
export { analyzePorts } from './judgement/analyze.ts';
export type { ExposureServices } from './services.ts';
export { isProvenAddress } from './store/addresses.ts';
export { edgeOf } from './targets/edges.ts';
export { namesShownBy, proveMachine } from './targets/prove.ts';
export { profiles, type Profile } from './targets/scope.ts';
export { componentsSeen } from './components/component.ts';
export { componentColumns } from './tables.ts';
export { standardManners } from './services.ts';
export { createWebsites } from './web/websites.ts';

/** Which doors of a proven domain stand open, what answers behind them, and what changed since last time. */
export const exposureArea = defineArea<ExposureServices>()({
  id: 'exposure',
  group: 'threats',
  topics: { exposure: 'Hosts of proven domains: open ports, what answers there, what is wrong with it, and what changed since the last scan.' },
  operations: [...scanOperations, ...componentOperations, ...addressOperations, ...exceptionOperations, ...optOutOperations],
  runKinds: [vulnScan],
  runs: [doVulnScan],
  schedules: [scanning],
  tables,
  migrations: { '0045-exposure': exposure, '0047-exposure-components': exposureComponents },
  exports: { exposureScans: scansOf, exposureFindings: findingsOf, exposureAddresses: confirmedOf, exposureComponents: allComponentsOf },
  idPrefixes: { xpf: 'finding at a host', xpc: 'component at a host', soo: 'entry of those who are left alone' },
  evidence: portEvidence,
  alerts: exposureAlerts,
  reportSections: [exposureSection],
  auditActions: {
    'domain.exposure_scan_started': 'Started an exposure scan',
    'domain.address_confirmed': 'Confirmed an address for scans',
    'domain.address_withdrawn': 'Withdrew an address from scans',
    'exposure.excepted': 'Accepted an exposure finding',
    'exposure.exception_ended': 'Ended an exception for an exposure finding',
    'scan_opt_out.added': 'Added a network or domain that is never scanned',
    'scan_opt_out.removed': 'Allowed scans of a network or domain again',
  },
  findings: {
    about: 'Hosts of a proven domain. A finding appears only where something is wrong, with its address and port.',
    afterwards: 'Then scan the hosts again: a finding is resolved when a scan tests the same port and no longer sees it.',
    rules: [...Object.values(portRules), ...serviceRules, ...exposedPathRuleList, ...Object.values(templateRules)],
  },
});
