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
    title: 'Everybody can read the repository of the website at {path}',
    why: 'From these files the source code can be put together, with its history and the passwords that ever were in it.',
    fix: { kind: 'webHost', text: 'Forbid paths that begin with a dot in the web server, and publish without the folder of the repository. Replace every secret that was in the history.' },
    references: [WSTG_FILES, CWE_538],
  },
  secrets: {
    severity: 'critical',
    title: 'Everybody can read passwords or keys at {path}',
    why: 'Anyone who reads this file can use the credentials in it, for example to sign in to the database or the mail account. Bots scan for such files around the clock.',
    fix: { kind: 'credential', text: 'Move the file out of the folder that is published, and replace every password and key in it now: they count as known.' },
    references: [WSTG_FILES, CWE_538],
  },
  database: {
    severity: 'critical',
    title: 'Everybody can download data at {path}',
    why: 'A dump or database file has everything that the application knows, often people and the hashes of their passwords.',
    fix: { kind: 'webHost', text: 'Remove the file from the folder that is published. Find out from the logs who fetched it; where it has personal data, a breach may have to be reported.' },
    references: [WSTG_FILES, CWE_538],
  },
  backup: {
    severity: 'high',
    title: 'Everybody can download a backup at {path}',
    why: 'Backups hold source code and settings, with the passwords in them.',
    fix: { kind: 'webHost', text: 'Remove the file from the folder that is published, and keep backups elsewhere. Replace the secrets in it.' },
    references: [WSTG_FILES, CWE_538],
  },
  configuration: {
    severity: 'medium',
    title: 'Everybody can read the configuration at {path}',
    why: 'Names of servers, versions and folders help to prepare an attack.',
    fix: { kind: 'webHost', text: 'Move the file out of the folder that is published, or forbid its path in the web server.' },
    references: [WSTG_FILES, CWE_538],
  },
  log: {
    severity: 'medium',
    title: 'Everybody can read a log at {path}',
    why: 'Logs show addresses of visitors, folders of the server and sometimes sessions and passwords.',
    fix: { kind: 'webHost', text: 'Write logs outside the folder that is published, and remove this one.' },
    references: [WSTG_FILES, CWE_538],
  },
  listing: {
    severity: 'low',
    title: 'The server lists all files at {path}',
    why: 'A list shows files that nothing links to, such as backups and uploads.',
    fix: { kind: 'webHost', text: 'Switch directory listings off: Options -Indexes in Apache, autoindex off in nginx.' },
    references: [CWE_548],
  },
  debug: {
    severity: 'medium',
    title: 'A page for developers is open to everybody at {path}',
    why: 'It shows settings, environment and folders of the application; some let a visitor run code.',
    fix: { kind: 'webHost', text: 'Switch debugging off where the public comes, and remove the page.' },
    references: [CWE_489, WSTG_PLATFORM],
  },
  status: {
    severity: 'low',
    title: 'Figures of the server are open to everybody at {path}',
    why: 'They show requests, addresses of visitors, names of hosts or versions.',
    fix: { kind: 'webHost', text: 'Let only your monitoring read this path, by its address or a password.' },
    references: [WSTG_PLATFORM],
  },
  installer: {
    severity: 'high',
    title: 'Everybody can install the application at {path}',
    why: 'Anyone who completes the installation becomes its administrator.',
    fix: { kind: 'webHost', text: 'Finish the installation, or remove the installer.' },
    references: [WSTG_PLATFORM],
  },
  admin: {
    severity: 'info',
    title: 'The sign-in of an administration is open to everybody at {path}',
    why: 'Programs try passwords there, and its faults can be used from everywhere.',
    fix: { kind: 'webHost', text: 'Let only your own networks or your VPN reach it, and ask for a second factor.' },
    references: [WSTG_ADMIN],
  },
  open_console: {
    severity: 'critical',
    title: 'An administration answers everybody without a password at {path}',
    why: 'Anyone who opens it can read or change what it manages.',
    fix: { kind: 'webHost', text: 'Ask for a password, and let only your own networks reach it.' },
    references: [WSTG_ADMIN],
  },
  api_description: {
    severity: 'info',
    title: 'The description of an interface is open to everybody at {path}',
    why: 'That may be intended. If not, it lists every address that an attacker can try.',
    fix: { kind: 'webHost', text: 'If it is not meant for the public, ask for a sign-in.' },
    references: [WSTG_PLATFORM],
  },
  default_page: {
    severity: 'info',
    title: 'The server shows the page that it was installed with at {path}',
    why: 'A server that nobody has set up is often one that nobody updates.',
    fix: { kind: 'webHost', text: 'Publish a page of your own, or switch the server off if nobody needs it.' },
    references: [WSTG_PLATFORM],
  },
});

export const exposedPathRuleList = Object.values(exposedPathRules);
