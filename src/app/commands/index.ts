import { InvalidArgumentError, Option } from 'commander';
import { plans, type Plan } from '../../core/access.ts';
import { checkFormats, type CheckFormat } from '../../surfaces/cli/formats/format.ts';
import type { AppCommand } from '../../surfaces/cli/index.ts';
import type { GenerateOptions } from './lookalikes-generate.ts';
import type { CommandParts, KeyOptions, RotateOptions } from './parts.ts';

/** The commands that need the composed program; each loads what it needs when it runs. */
export function appCommands(parts: CommandParts): AppCommand[] {
  return [addServe, addDemo, addMcp, addAccounts, addInvite, addKeys, addAudit, addBackup, addSecret, addDoctor, addDmarc, addFindings, addLookalikes, addEvidence, addChecks, addVulndata].map(add => (program, end) => add(program, end, parts));
}

type Add = (program: Parameters<AppCommand>[0], end: Parameters<AppCommand>[1], parts: CommandParts) => void;

const addServe: Add = (program, end, parts) => {
  program.command('serve')
    .description('run the service; settings are environment variables')
    .action(async () => end(await (await import('./serve.ts')).runServe(parts)));
};

const addDemo: Add = (program, end, parts) => {
  program.command('demo')
    .description('start the lab, a small Internet on this machine, and the service in it; with names: check those and end')
    .argument('[domain...]', 'domains of the lab')
    .option('--json', 'as for check', false)
    .addOption(new Option('--format <format>', 'as for check').choices(checkFormats).conflicts('json'))
    .option('--dns-port <port>', 'port of the lab\'s resolver, for dig and other tools (default: any free one)', portNumber)
    .action(async (domains: string[], options: { json: boolean; format?: CheckFormat; dnsPort?: number }) => {
      const format = options.format ?? (options.json ? 'json' : 'text');
      end(await (await import('./demo.ts')).runDemo(domains, { format, dnsPort: options.dnsPort ?? null }, parts));
    });
};

const addMcp: Add = (program, end, parts) => {
  program.command('mcp')
    .description('an MCP server on standard input and output, for agents; it calls a running service with the key of DSS_KEY or of dss login')
    .option('--toolsets <names>', 'comma-separated: default, all, or areas such as domains', 'default')
    .option('--read-only', 'only tools that change nothing', false)
    .addOption(new Option('--schemas <which>', 'full also tells the schema of each reply').choices(['slim', 'full']).default('slim'))
    .action(async (options: { toolsets: string; readOnly: boolean; schemas: 'slim' | 'full' }) => {
      const profile = program.opts<{ profile?: string }>().profile ?? null;
      end(await (await import('./mcp.ts')).runMcp({ ...options, profile }, parts));
    });
};

const addAccounts: Add = (program, end, parts) => {
  const accounts = program.command('accounts').description('accounts and their plans, in the database of the service');
  accounts.command('list')
    .description('all accounts, oldest first')
    .option('--json', 'JSON Lines', false)
    .action(async (options: { json: boolean }) => end(await (await import('./accounts.ts')).listAccounts(options, parts)));
  accounts.command('create')
    .description('create an account with one person, whose e-mail address counts as verified; the password is read from standard input or made up')
    .argument('<email>')
    .addOption(new Option('--operator', 'the account of the people who run the service (Enterprise plan)').default(false).conflicts('plan'))
    .addOption(new Option('--plan <plan>', 'plan of the account').choices(plans))
    .option('--name <name>', 'name of the person')
    .option('--password-stdin', 'read the password from standard input', false)
    .option('--json', 'one JSON object', false)
    .action(async (email: string, options: { operator: boolean; plan?: Plan; name?: string; passwordStdin: boolean; json: boolean }) => {
      end(await (await import('./accounts.ts')).createAccountCommand(email, options, parts));
    });
  accounts.command('set-plan')
    .description('change the plan of an account; it holds from the next request on')
    .argument('<email>', 'of any person of the account')
    .argument('<plan>', plans.join(', '), planName)
    .action(async (email: string, plan: Plan) => end(await (await import('./accounts.ts')).setPlan(email, plan, parts)));
  accounts.command('trust')
    .description('let the scans of an account reach what DSS_ALLOW_TARGETS allows; it holds from the next call, run and schedule on')
    .argument('<account>', 'id, or e-mail address of any person of the account')
    .action(async (named: string) => end(await (await import('./accounts.ts')).setTrust(named, true, parts)));
  accounts.command('untrust')
    .description('let the scans of an account reach public addresses only')
    .argument('<account>', 'id, or e-mail address of any person of the account')
    .action(async (named: string) => end(await (await import('./accounts.ts')).setTrust(named, false, parts)));
};

const addInvite: Add = (program, end, parts) => {
  program.command('invite')
    .description('invite somebody to sign up: prints a link that creates an account of its own, once, within 7 days; sends no e-mail')
    .argument('<email>')
    .option('--json', 'one JSON object', false)
    .action(async (email: string, options: { json: boolean }) => end(await (await import('./invite.ts')).runInvite(email, options, parts)));
};

const addKeys: Add = (program, end, parts) => {
  const keys = program.command('keys').description('API keys, in the database of the service');
  keys.command('create')
    .description('create a key and print it; it is shown only now')
    .requiredOption('--scopes <scopes>', 'comma-separated: domains, scans, seo, accessibility, vulnscan, compliance, status, write; or admin')
    .option('--email <email>', 'of a person of the account (default: the operator\'s account)')
    .option('--name <name>', 'what the key is for')
    .option('--rate-limit <requests>', 'requests an hour, 1 to 10000', wholeNumber)
    .option('--expires <date>', 'when it ends, ISO 8601')
    .option('--json', 'one JSON object with the record', false)
    .action(async (options: KeyOptions) => end(await (await import('./keys.ts')).createKeyCommand(options, parts)));
  keys.command('rotate')
    .description('give a key a new secret and print it; the old one works for the overlap')
    .argument('<id>', 'id of the key, as the list of keys shows it')
    .option('--email <email>', 'of a person of the account (default: the operator\'s account)')
    .option('--overlap-hours <hours>', 'how long the old secret works, 0 to 168 (default: 24)', wholeNumber)
    .option('--json', 'one JSON object with the record', false)
    .action(async (id: string, options: RotateOptions) => end(await (await import('./keys.ts')).rotateKeyCommand(id, options, parts)));
};

const addAudit: Add = (program, end, parts) => {
  const audit = program.command('audit').description('the audit log, in the database of the service');
  audit.command('verify')
    .description('recompute the hash chain of every account')
    .option('--account <id>', 'only this account')
    .action(async (options: { account?: string }) => end(await (await import('./audit.ts')).verifyAudit(options.account ?? null, parts)));
  audit.command('export')
    .description('print an account\'s entries as JSON Lines, oldest first')
    .argument('<account>', 'id of the account')
    .action(async (account: string) => end(await (await import('./audit.ts')).exportAudit(account, parts)));
};

const addBackup: Add = (program, end, parts) => {
  program.command('backup')
    .description('write everything to one file, also while the service runs; it holds secrets: keep it safe')
    .argument('<file>', 'a new file')
    .option('--files', 'with the evidence and the reports that lie outside the database', false)
    .action(async (file: string, options: { files: boolean }) => end(await (await import('./backup.ts')).runBackup(file, options, parts)));
  program.command('restore')
    .description('fill the database from a backup; the service must be stopped')
    .argument('<file>', 'made by dss backup, on either database')
    .option('--replace', 'even if the database holds accounts: they are gone afterwards', false)
    .action(async (file: string, options: { replace: boolean }) => end(await (await import('./backup.ts')).runRestore(file, options, parts)));
};

const addVulndata: Add = (program, end, parts) => {
  const vulndata = program.command('vulndata').description('data on vulnerabilities, in the database of the service');
  vulndata.command('update')
    .description('read every source now; what hosts run is judged again by the service')
    .option('--json', 'one JSON object a source', false)
    .action(async (options: { json: boolean }) => end(await (await import('./vulndata.ts')).updateVulndata(options, parts)));
  vulndata.command('status')
    .description('state and age of the data of every source')
    .option('--json', 'one JSON object a source', false)
    .action(async (options: { json: boolean }) => end(await (await import('./vulndata.ts')).showVulndata(options, parts)));
};

const addSecret: Add = (program, end, parts) => {
  program.command('secret').description('the secret of the service, which encrypts second factors, channels and mailboxes')
    .command('rotate')
    .description('encrypt everything with another secret; the service must be stopped')
    .action(async () => end(await (await import('./secret.ts')).rotateSecret(parts)));
};

const addFindings: Add = (program, end, parts) => {
  program.command('findings').description('findings that were reported as wrong')
    .command('replay')
    .description('judge what was seen again, from the file of a report; ends with 3 where the outcome is not that of the file')
    .argument('<file>', 'as the operator downloads it, or a golden file made of one')
    .option('--json', 'one JSON object', false)
    .action(async (file: string, options: { json: boolean }) => end(await (await import('./findings-replay.ts')).runFindingsReplay(file, options, parts)));
};

const addDoctor: Add = (program, end, parts) => {
  program.command('doctor')
    .description('check everything the service needs, from the resolver to the browser, and say how to fix what is wrong; works without a running service')
    .option('--mail-domain <domain>', 'whose mail servers are greeted to see whether outgoing port 25 is open', 'gmail.com')
    .option('--json', 'one JSON object', false)
    .action(async (options: { mailDomain: string; json: boolean }) => end(await (await import('./doctor.ts')).runDoctor(options, parts)));
};

const addDmarc: Add = (program, end, parts) => {
  program.command('dmarc').description('DMARC and TLS reports')
    .command('parse')
    .description('read report files without a service and print one JSON line a file; - reads standard input')
    .argument('<file...>', 'XML, JSON, gzip, zip or mails, in one another and whatever they are called')
    .action(async (files: string[]) => end(await (await import('./dmarc-parse.ts')).runDmarcParse(files, parts)));
};

const addLookalikes: Add = (program, end, parts) => {
  const several = (file: string, files: string[]) => [...files, file];
  program.command('lookalikes').description('names that may pass for a domain')
    .command('generate')
    .description('print the names, likeliest first, one a line in A-labels; needs no service and no network')
    .argument('<domain>')
    .option('--dictionary <file>', 'words to combine with the name, one per line; may be given again', several, [])
    .option('--tlds <file>', 'suffixes in place of the built-in list, likeliest first, one a line')
    .option('--all', 'no budget, but for the same names under other suffixes', false)
    .option('--cross', 'no budget for the same names under other suffixes', false)
    .action(async (domain: string, options: GenerateOptions) => end(await (await import('./lookalikes-generate.ts')).runLookalikesGenerate(domain, options, parts)));
};

const addEvidence: Add = (program, end, parts) => {
  program.command('evidence').description('evidence of lookalikes')
    .command('verify')
    .description('check a package of evidence: its hashes, its chain and its signature; needs no service and no network')
    .argument('<path>', 'the ZIP archive, or a folder that it was unpacked into')
    .option('--key <publicKey>', 'take only what this key has signed: publicKey of /api/domains/<id>/lookalike-evidence')
    .action(async (path: string, options: { key?: string }) => end((await import('./evidence-verify.ts')).runEvidenceVerify(path, options, parts)));
};

const addChecks: Add = (program, end, parts) => {
  program.command('checks').description('custom checks as code')
    .command('apply')
    .description('make the custom checks of a running service be as a file says; applying it twice changes nothing')
    .argument('<file>', 'checks in YAML or JSON, a configuration of Gatus or an export of Uptime Kuma; - reads standard input')
    .option('--dry-run', 'show what would be done', false)
    .option('--prune', 'delete checks with a key that the file does not have', false)
    .option('--json', 'one JSON object', false)
    .action(async (file: string, options: { dryRun: boolean; prune: boolean; json: boolean }) => {
      const profile = program.opts<{ profile?: string }>().profile ?? null;
      end(await (await import('./checks-apply.ts')).runChecksApply(file, { ...options, profile }, parts));
    });
};

function planName(text: string): Plan {
  const found = plans.find(plan => plan === text);
  if (!found) throw new InvalidArgumentError(`A plan is one of ${plans.join(', ')}.`);
  return found;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('This must be a whole number.');
  return Number(text);
}

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port < 1 || port > 65_535) throw new InvalidArgumentError('A port is a number from 1 to 65535.');
  return port;
}
