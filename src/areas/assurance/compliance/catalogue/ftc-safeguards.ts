import type { Framework } from './framework.ts';

/** The elements of an information security program, summarised in our own words. */
export const ftcSafeguards: Framework = {
  id: 'ftc-safeguards',
  title: 'FTC Safeguards Rule',
  version: '16 CFR 314.4, as amended 2023',
  source: '16 CFR Part 314 (public domain); summaries in our own words',
  attribution: null,
  rule: 'Those who keep information about fewer than 5,000 consumers are exempt from 314.4(b)(1), (d)(2) and (h) (16 CFR 314.6).',
  yearly: { title: 'Written report to the board', citation: '16 CFR 314.4(i)' },
  controls: [
    { id: '314.4(a)', title: 'Qualified individual', family: 'FTC Safeguards Rule', text: null, summary: 'Designate one person to run the information security program' },
    { id: '314.4(b)', title: 'Written risk assessment', family: 'FTC Safeguards Rule', text: null, summary: 'Base the program on a written risk assessment with criteria and treatment; repeat it' },
    { id: '314.4(c)(1)', title: 'Access controls', family: 'FTC Safeguards Rule', text: null, summary: 'Authenticate and limit users to what they need; review' },
    { id: '314.4(c)(2)', title: 'Data and system inventory', family: 'FTC Safeguards Rule', text: null, summary: 'Know data, people, devices, systems and facilities' },
    { id: '314.4(c)(3)', title: 'Encryption', family: 'FTC Safeguards Rule', text: null, summary: 'Encrypt customer information at rest and over external networks, or approved compensating control' },
    { id: '314.4(c)(4)', title: 'Secure development', family: 'FTC Safeguards Rule', text: null, summary: 'Secure practices for in-house and tested third-party applications' },
    { id: '314.4(c)(5)', title: 'Multi-factor authentication', family: 'FTC Safeguards Rule', text: null, summary: 'For anyone reaching any information system, or approved equivalent' },
    { id: '314.4(c)(6)', title: 'Disposal and retention', family: 'FTC Safeguards Rule', text: null, summary: 'Dispose no later than two years after last use unless needed; review retention' },
    { id: '314.4(c)(7)', title: 'Change management', family: 'FTC Safeguards Rule', text: null, summary: 'Procedures for change' },
    { id: '314.4(c)(8)', title: 'User activity monitoring', family: 'FTC Safeguards Rule', text: null, summary: 'Log authorized users and detect unauthorized use' },
    { id: '314.4(d)', title: 'Testing and monitoring', family: 'FTC Safeguards Rule', text: null, summary: 'Continuous monitoring, or yearly penetration test plus vulnerability assessment at least every six months' },
    { id: '314.4(e)', title: 'Personnel and training', family: 'FTC Safeguards Rule', text: null, summary: 'Awareness training, qualified staff, kept current' },
    { id: '314.4(f)', title: 'Service providers', family: 'FTC Safeguards Rule', text: null, summary: 'Select, contract, and periodically assess providers' },
    { id: '314.4(g)', title: 'Program adjustment', family: 'FTC Safeguards Rule', text: null, summary: 'Adjust to tests, changes and risk' },
    { id: '314.4(h)', title: 'Incident response plan', family: 'FTC Safeguards Rule', text: null, summary: 'Written plan with seven parts: goals, processes, roles, communications, remediation, documentation, review' },
    { id: '314.4(i)', title: 'Board report', family: 'FTC Safeguards Rule', text: null, summary: 'Qualified individual reports in writing at least yearly' },
    { id: '314.4(j)', title: 'FTC notification', family: 'FTC Safeguards Rule', text: null, summary: 'Notify FTC as soon as possible, at most 30 days after discovery, when 500 or more consumers are involved' },
  ],
};
