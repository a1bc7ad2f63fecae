import { defineRules } from '../../../../../core/findings/rules.ts';
import type { Reference } from '../../../../../core/finding.ts';

const WSTG_FILES: Reference = { title: 'OWASP, Web Security Testing Guide: old, backup and unreferenced files', url: 'https://owasp.org/www-project-web-security-testing-guide/stable/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information' };
const WSTG_ADMIN: Reference = { title: 'OWASP, Web Security Testing Guide: administration interfaces', url: 'https://owasp.org/www-project-web-security-testing-guide/stable/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/05-Enumerate_Infrastructure_and_Application_Admin_Interfaces' };
const WSTG_PLATFORM: Reference = { title: 'OWASP, Web Security Testing Guide: configuration of the platform', url: 'https://owasp.org/www-project-web-security-testing-guide/stable/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/02-Test_Application_Platform_Configuration' };
const CWE_538: Reference = { title: 'CWE-538, Sensitive information in a file that others can read', url: 'https://cwe.mitre.org/data/definitions/538.html' };
const CWE_548: Reference = { title: 'CWE-548, Directory listing', url: 'https://cwe.mitre.org/data/definitions/548.html' };
const CWE_489: Reference = { title: 'CWE-489, Active debug code', url: 'https://cwe.mitre.org/data/definitions/489.html' };

/** What a website shows to everybody by one of its paths. */
export const exposedPathRules = defineRules({ area: 'exposure', record: 'path', prefix: 'path' }, {
  repository: {
    severity: 'high',
    title: 'The source repository is publicly readable at {path}',
    why: 'The source code can be reconstructed from these files, along with its history and every password ever committed.',
    fix: { kind: 'webHost', text: 'Block paths that begin with a dot in the web server, and deploy without the repository folder. Rotate every secret in the history.' },
    references: [WSTG_FILES, CWE_538],
  },
  secrets: {
    severity: 'critical',
    title: 'Passwords or keys are publicly readable at {path}',
    why: 'Anyone who reads this file can use the credentials in it, for example to sign in to the database or the mail account. Bots scan for such files around the clock.',
    fix: { kind: 'credential', text: 'Move the file out of the web root, and rotate every password and key in it now: treat them as compromised.' },
    references: [WSTG_FILES, CWE_538],
  },
  database: {
    severity: 'critical',
    title: 'A database can be downloaded at {path}',
    why: 'A dump or database file contains everything the application stores, often personal data and password hashes.',
    fix: { kind: 'webHost', text: 'Remove the file from the web root. Check the logs for who downloaded it; if it contains personal data, a breach may have to be reported.' },
    references: [WSTG_FILES, CWE_538],
  },
  backup: {
    severity: 'high',
    title: 'A backup can be downloaded at {path}',
    why: 'Backups contain source code and settings, including passwords.',
    fix: { kind: 'webHost', text: 'Remove the file from the web root, and keep backups elsewhere. Rotate the secrets in it.' },
    references: [WSTG_FILES, CWE_538],
  },
  configuration: {
    severity: 'medium',
    title: 'A configuration file is publicly readable at {path}',
    why: 'Server names, versions and file paths help attackers prepare.',
    fix: { kind: 'webHost', text: 'Move the file out of the web root, or block its path in the web server.' },
    references: [WSTG_FILES, CWE_538],
  },
  log: {
    severity: 'medium',
    title: 'A log file is publicly readable at {path}',
    why: 'Logs reveal visitor addresses and file paths, and sometimes session tokens and passwords.',
    fix: { kind: 'webHost', text: 'Write logs outside the web root, and remove this one.' },
    references: [WSTG_FILES, CWE_538],
  },
  listing: {
    severity: 'low',
    title: 'Directory listing is enabled at {path}',
    why: 'A listing reveals files that nothing links to, such as backups and uploads.',
    fix: { kind: 'webHost', text: 'Disable directory listing: Options -Indexes in Apache, autoindex off in nginx.' },
    references: [CWE_548],
  },
  debug: {
    severity: 'medium',
    title: 'A debug page is public at {path}',
    why: 'It reveals settings, environment variables and file paths; some debug pages let a visitor run code.',
    fix: { kind: 'webHost', text: 'Turn off debug mode in production, and remove the page.' },
    references: [CWE_489, WSTG_PLATFORM],
  },
  status: {
    severity: 'low',
    title: 'A server status page is public at {path}',
    why: 'It reveals requests, visitor addresses, host names or versions.',
    fix: { kind: 'webHost', text: 'Restrict this path to your monitoring, by address or with a password.' },
    references: [WSTG_PLATFORM],
  },
  installer: {
    severity: 'high',
    title: 'An installer is public at {path}',
    why: 'Anyone who completes the installation becomes its administrator.',
    fix: { kind: 'webHost', text: 'Finish the installation, or remove the installer.' },
    references: [WSTG_PLATFORM],
  },
  admin: {
    severity: 'info',
    title: 'An admin sign-in page is public at {path}',
    why: 'Bots try passwords there, and its vulnerabilities can be exploited from anywhere.',
    fix: { kind: 'webHost', text: 'Restrict it to your own networks or your VPN, and require a second factor.' },
    references: [WSTG_ADMIN],
  },
  open_console: {
    severity: 'critical',
    title: 'An admin interface requires no password at {path}',
    why: 'Anyone who opens it can read or change what it manages.',
    fix: { kind: 'webHost', text: 'Require a password, and restrict it to your own networks.' },
    references: [WSTG_ADMIN],
  },
  api_description: {
    severity: 'info',
    title: 'An API description is public at {path}',
    why: 'This may be intentional. If not, it lists every endpoint that an attacker can try.',
    fix: { kind: 'webHost', text: 'If it is not meant to be public, require sign-in.' },
    references: [WSTG_PLATFORM],
  },
  default_page: {
    severity: 'info',
    title: 'The server shows its default page at {path}',
    why: 'A server that nobody has configured is often one that nobody updates.',
    fix: { kind: 'webHost', text: 'Publish your own page, or shut the server down if it is not needed.' },
    references: [WSTG_PLATFORM],
  },
});

export const exposedPathRuleList = Object.values(exposedPathRules);
