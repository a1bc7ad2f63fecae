/** One entry of a written information security plan. */
export interface PlanField {
  id: string;
  title: string;
  /** What the entry has to say. */
  asks: string;
}

export interface PlanSection {
  id: string;
  title: string;
  fields: readonly PlanField[];
}

/** Where the structure comes from. */
export const PLAN_SOURCE = 'Our own structure, covering 16 CFR 314.4 and IRS Publications 4557 and 5708 (as of November 2026)';

const field = (id: string, title: string, asks: string): PlanField => ({ id, title, asks });

/** The sections of a written information security plan. Ids stand in the database and never change. */
export const planSections: readonly PlanSection[] = [
  { id: 'objective', title: 'Objective and legal basis', fields: [
    field('firmName', 'Name of the firm', 'The legal name of the firm'),
    field('scopeStatement', 'Objective', 'What the plan is to achieve, and the laws that require it'),
    field('effectiveDate', 'Effective date', 'From when the plan is in force'),
  ] },
  { id: 'purposeScope', title: 'Purpose and scope', fields: [
    field('dataTypes', 'Personal information covered', 'The kinds of personal information that the firm collects and keeps'),
    field('excluded', 'Not covered', 'What the plan does not cover, and why'),
  ] },
  { id: 'responsible', title: 'Responsible people', fields: [
    field('dataSecurityCoordinator', 'Data security coordinator', 'Who puts the plan into practice every day'),
    field('publicInformationOfficer', 'Public information officer', 'Who speaks for the firm after an incident'),
    field('qualifiedIndividual', 'Qualified individual', 'Who oversees the program (16 CFR 314.4(a))'),
  ] },
  { id: 'riskAssessment', title: 'Risk assessment', fields: [
    field('internalRisks', 'Internal risks', 'Risks from people, devices and procedures of the firm'),
    field('externalRisks', 'External risks', 'Risks from outside, such as phishing, exposed services and providers'),
    field('likelihood', 'Likelihood', 'How likely each risk is'),
    field('impact', 'Impact', 'What each risk would do to clients and to the firm'),
    field('lastReviewed', 'Last assessed', 'When the risks were last assessed'),
  ] },
  { id: 'inventory', title: 'Inventory of hardware, software and data', fields: [
    field('assets', 'Assets', 'Computers, mobile devices, servers, domains and cloud services'),
    field('locations', 'Locations', 'Where personal information is kept'),
    field('piiHeld', 'Personal information held', 'Which records hold personal information, and how many'),
  ] },
  { id: 'retention', title: 'Retention and disposal of records', fields: [
    field('retentionPeriods', 'Retention periods', 'How long each kind of record is kept'),
    field('disposalMethod', 'Disposal', 'How records and devices are destroyed'),
  ] },
  { id: 'access', title: 'Access control and authentication', fields: [
    field('roles', 'Roles', 'Who may access what'),
    field('mfa', 'Second factor', 'Where a second factor is required'),
    field('passwordRules', 'Passwords', 'Length, reuse and storage of passwords'),
  ] },
  { id: 'network', title: 'Protection of network and devices', fields: [
    field('firewall', 'Firewall', 'What separates the network from the Internet, and which services are open'),
    field('antimalware', 'Protection from malware', 'What runs on each device'),
    field('patching', 'Updates', 'How fast updates are installed'),
    field('vpn', 'VPN', 'How traffic from outside is protected'),
    field('wifi', 'Wireless networks', 'How wireless networks are protected and separated'),
    field('remoteAccess', 'Remote access', 'Who may work remotely, and how'),
  ] },
  { id: 'transmission', title: 'Encryption and electronic exchange', fields: [
    field('atRest', 'Encryption at rest', 'How stored personal information is encrypted'),
    field('inTransit', 'Encryption in transit', 'How personal information is encrypted on networks'),
    field('emailRules', 'E-mail', 'How e-mail is protected, and what may be sent by it'),
  ] },
  { id: 'training', title: 'Training and rules of behavior', fields: [
    field('cadence', 'Training', 'Who is trained, on what, and how often'),
    field('acknowledgementLog', 'Acknowledgements', 'Where the signed acknowledgements of employees are kept'),
  ] },
  { id: 'vendors', title: 'Service providers', fields: [
    field('provider', 'Providers', 'Which service providers have access to personal information'),
    field('dataShared', 'Information shared', 'What each provider receives'),
    field('contractClause', 'Contracts', 'How contracts require safeguards (16 CFR 314.4(f))'),
    field('lastReview', 'Last reviewed', 'When each provider was last reviewed'),
  ] },
  { id: 'incident', title: 'Incident response and breach notification', fields: [
    field('contacts', 'Contacts', 'Who is called first, with telephone numbers'),
    field('steps', 'Steps', 'What is done in which order'),
    field('irsStakeholderLiaison', 'IRS Stakeholder Liaison', 'Name and telephone number of the local liaison, for tax professionals'),
    field('stateContacts', 'State authorities', 'Which attorneys general and tax agencies are notified'),
    field('ftc30Day', 'Notice to the FTC', 'Who notifies the FTC (16 CFR 314.4(j))'),
    field('insurer', 'Insurer', 'Policy number and hotline of the cyber insurance'),
  ] },
  { id: 'testing', title: 'Monitoring, testing and review', fields: [
    field('scanCadence', 'Monitoring and scans', 'What is monitored and scanned, and how often'),
    field('pentest', 'Penetration tests', 'Who tests, and how often'),
    field('annualReviewDate', 'Yearly review', 'When the plan is next reviewed'),
  ] },
  { id: 'signatures', title: 'Implementation and signatures', fields: [
    field('approvedBy', 'Approved by', 'Who approved the plan'),
    field('approvedAt', 'Approved on', 'When the plan was approved'),
    field('version', 'Version', 'Which version was approved'),
  ] },
];

/** The entries of the plan by `section.field`, in order. */
export const planFields: ReadonlyMap<string, PlanField & { section: PlanSection }> = new Map(
  planSections.flatMap(section => section.fields.map(one => [`${section.id}.${one.id}`, { ...one, section }] as const)),
);
