// Loaded into each test process: notes, when it ends, the processor seconds that it and the programs it started have used.
import { appendFileSync, readFileSync } from 'node:fs';

const file = process.env['DSS_TEST_COSTS'];
const test = process.argv[1];
// Programs that a test starts are counted with the test.
delete process.env['DSS_TEST_COSTS'];

if (file !== undefined && test !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(file, `${((user + system) / 1e6 + childrenSeconds()).toFixed(2)} ${test}\n`);
  });
}

/** What programs that have ended had used, in seconds; 0 where the system does not say so (proc_pid_stat(5), fields 16 and 17). */
function childrenSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
