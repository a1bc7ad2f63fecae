import type { Framework } from './framework.ts';

/** The 15 basic safeguards, each with the requirements of Level 2 that it is part of. */
export const cmmcL1: Framework = {
  id: 'cmmc-l1',
  title: 'CMMC Level 1 (FAR 52.204-21)',
  version: 'CMMC 2.0, 48 CFR 52.204-21(b)(1)',
  source: '48 CFR 52.204-21(b)(1)(i)-(xv); 32 CFR 170.14(c)(2), 170.15 (public domain)',
  attribution: 'Practice titles: CMMC Model, Carnegie Mellon University and The Johns Hopkins University Applied Physics Laboratory LLC, CC BY 4.0',
  rule: 'All 15 requirements must be met or not apply; a plan of action is not allowed. Affirmed annually (32 CFR 170.15).',
  yearly: { title: 'Affirmation of compliance in SPRS', citation: '32 CFR 170.15(c), 170.22' },
  controls: [
    { id: 'AC.L1-b.1.i', title: 'Authorized Access Control', family: 'Access Control', text: 'Limit information system access to authorized users, processes acting on behalf of authorized users, or devices (including other information systems).', serves: ['AC.L2-3.1.1'] },
    { id: 'AC.L1-b.1.ii', title: 'Transaction & Function Control', family: 'Access Control', text: 'Limit information system access to the types of transactions and functions that authorized users are permitted to execute.', serves: ['AC.L2-3.1.2'] },
    { id: 'AC.L1-b.1.iii', title: 'External Connections', family: 'Access Control', text: 'Verify and control/limit connections to and use of external information systems.', serves: ['AC.L2-3.1.20'] },
    { id: 'AC.L1-b.1.iv', title: 'Control Public Information', family: 'Access Control', text: 'Control information posted or processed on publicly accessible information systems.', serves: ['AC.L2-3.1.22'] },
    { id: 'IA.L1-b.1.v', title: 'Identification', family: 'Identification and Authentication', text: 'Identify information system users, processes acting on behalf of users, or devices.', serves: ['IA.L2-3.5.1'] },
    { id: 'IA.L1-b.1.vi', title: 'Authentication', family: 'Identification and Authentication', text: 'Authenticate (or verify) the identities of those users, processes, or devices, as a prerequisite to allowing access to organizational information systems.', serves: ['IA.L2-3.5.2'] },
    { id: 'MP.L1-b.1.vii', title: 'Media Disposal', family: 'Media Protection', text: 'Sanitize or destroy information system media containing Federal Contract Information before disposal or release for reuse.', serves: ['MP.L2-3.8.3'] },
    { id: 'PE.L1-b.1.viii', title: 'Limit Physical Access', family: 'Physical Protection', text: 'Limit physical access to organizational information systems, equipment, and the respective operating environments to authorized individuals.', serves: ['PE.L2-3.10.1'] },
    { id: 'PE.L1-b.1.ix', title: 'Manage Visitors & Physical Access', family: 'Physical Protection', text: 'Escort visitors and monitor visitor activity; maintain audit logs of physical access; and control and manage physical access devices.', serves: ['PE.L2-3.10.3', 'PE.L2-3.10.4', 'PE.L2-3.10.5'] },
    { id: 'SC.L1-b.1.x', title: 'Boundary Protection', family: 'System and Communications Protection', text: 'Monitor, control, and protect organizational communications (i.e., information transmitted or received by organizational information systems) at the external boundaries and key internal boundaries of the information systems.', serves: ['SC.L2-3.13.1'] },
    { id: 'SC.L1-b.1.xi', title: 'Public-Access System Separation', family: 'System and Communications Protection', text: 'Implement subnetworks for publicly accessible system components that are physically or logically separated from internal networks.', serves: ['SC.L2-3.13.5'] },
    { id: 'SI.L1-b.1.xii', title: 'Flaw Remediation', family: 'System and Information Integrity', text: 'Identify, report, and correct information and information system flaws in a timely manner.', serves: ['SI.L2-3.14.1'] },
    { id: 'SI.L1-b.1.xiii', title: 'Malicious Code Protection', family: 'System and Information Integrity', text: 'Provide protection from malicious code at appropriate locations within organizational information systems.', serves: ['SI.L2-3.14.2'] },
    { id: 'SI.L1-b.1.xiv', title: 'Update Malicious Code Protection', family: 'System and Information Integrity', text: 'Update malicious code protection mechanisms when new releases are available.', serves: ['SI.L2-3.14.4'] },
    { id: 'SI.L1-b.1.xv', title: 'System & File Scanning', family: 'System and Information Integrity', text: 'Perform periodic scans of the information system and real-time scans of files from external sources as files are downloaded, opened, or executed.', serves: ['SI.L2-3.14.5'] },
  ],
};
