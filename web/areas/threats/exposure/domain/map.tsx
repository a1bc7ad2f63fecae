import { FigureTable, Frame } from '../../../../charts/frame.tsx';
import { statusOfFinding } from '../../../../parts/finding-status.ts';
import type { Status } from '../../../../parts/status-badge.tsx';
import { texts } from '../texts/exposure.ts';
import type { ExposureFinding, Host, Port } from '../types.ts';
import classes from './exposure.module.css';

const { map: words } = texts;
const [ROW, HEAD, COLUMN, LABEL, MARK] = [26, 44, 30, 132, 7];
const MOST_ROWS = 40;

type Shape = keyof typeof words.legend;

interface Cell {
  host: Host;
  port: Port;
  shape: Shape;
  status: Status;
}

/** Hosts against ports as a picture, and the same as a table. */
export function HostMap({ hosts, findings }: { hosts: readonly Host[]; findings: readonly ExposureFinding[] }) {
  const cells = hosts.flatMap(host => host.ports.map(port => cellOf(host, port, findings)));
  if (cells.length === 0) return null;
  const shown = hosts.filter(({ ports }) => ports.length > 0).slice(0, MOST_ROWS);
  const ports = [...new Set(cells.filter(({ host }) => shown.includes(host)).map(({ port }) => port.port))].toSorted((a, b) => a - b);
  return (
    <Frame
      title={words.title} description={words.description} heightPx={HEAD + shown.length * ROW} legend={<Legend />}
      table={<FigureTable columns={words.columns} rows={cells.map(({ host, port }) => [host.address, texts.hosts.port(port.port, port.transport), serviceOf(port), texts.difference.changes[port.change]])} />}
    >
      {widthPx => <Drawing hosts={shown} ports={ports} cells={cells} widthPx={widthPx} />}
    </Frame>
  );
}

function Drawing({ hosts, ports, cells, widthPx }: { hosts: readonly Host[]; ports: readonly number[]; cells: readonly Cell[]; widthPx: number }) {
  const drawn = ports.slice(0, Math.max(1, Math.floor((widthPx - LABEL) / COLUMN)));
  const x = (port: number): number => LABEL + drawn.indexOf(port) * COLUMN + COLUMN / 2;
  return (
    <>
      {drawn.map(port => <text key={port} className={classes.axis} x={x(port)} y={HEAD - 8} transform={`rotate(-50 ${x(port)} ${HEAD - 8})`}>{port}</text>)}
      {drawn.length < ports.length && <text className={classes.axis} x={0} y={12}>{words.more(ports.length - drawn.length)}</text>}
      {hosts.map((host, row) => (
        <g key={host.address}>
          <line className={classes.rule} x1={0} x2={widthPx} y1={HEAD + row * ROW} y2={HEAD + row * ROW} />
          <text className={classes.axis} x={0} y={HEAD + row * ROW + ROW / 2 + 4}>{host.address.length > 19 ? `${host.address.slice(0, 18)}…` : host.address}</text>
        </g>
      ))}
      {cells.filter(({ host, port }) => hosts.includes(host) && drawn.includes(port.port)).map(cell => (
        <Mark key={`${cell.host.address} ${cell.port.port} ${cell.port.transport}`} of={cell} x={x(cell.port.port)} y={HEAD + hosts.indexOf(cell.host) * ROW + ROW / 2} />
      ))}
    </>
  );
}

function Mark({ of: { host, port, shape, status }, x, y }: { of: Cell; x: number; y: number }) {
  return (
    <g data-status={status} role="img" aria-label={words.cell(host.address, texts.hosts.port(port.port, port.transport), serviceOf(port), texts.difference.changes[port.change])}>
      <Sign shape={shape} x={x} y={y} />
      {port.change === 'new' && <Fresh x={x} y={y} />}
    </g>
  );
}

function Sign({ shape, x, y }: { shape: Shape; x: number; y: number }) {
  if (shape === 'finding') return <rect className={classes.mark} x={x - MARK} y={y - MARK} width={MARK * 2} height={MARK * 2} rx={2} />;
  if (shape === 'closed') return <path className={classes.ring} d={`M${x - 5} ${y - 5}l10 10m0-10l-10 10`} />;
  return <circle className={shape === 'open' ? classes.mark : classes.ring} cx={x} cy={y} r={MARK - 1} />;
}

/** Next to the sign of what the scan before did not have. */
function Fresh({ x, y }: { x: number; y: number }) {
  return <circle className={classes.fresh} cx={x + MARK} cy={y - MARK} r={2.5} />;
}

const keys: readonly [Shape, Status, word: string][] = [
  ['finding', 'fail', words.legend.finding], ['finding', 'warn', words.lesser], ['open', 'info', words.legend.open], ['untested', 'unknown', words.legend.untested], ['closed', 'off', words.legend.closed],
];

function Legend() {
  return (
    <div className={classes.legend}>
      {keys.map(([shape, status, word]) => <span key={word} className={classes.key} data-status={status}><svg width={18} height={18} aria-hidden="true"><Sign shape={shape} x={9} y={9} /></svg>{word}</span>)}
      <span className={classes.key} data-status="info"><svg width={18} height={18} aria-hidden="true"><Sign shape="open" x={9} y={9} /><Fresh x={9} y={9} /></svg>{words.fresh}</span>
    </div>
  );
}

function cellOf(host: Host, port: Port, findings: readonly ExposureFinding[]): Cell {
  if (port.change === 'notTested') return { host, port, shape: 'untested', status: 'unknown' };
  if (port.state === 'closed') return { host, port, shape: 'closed', status: 'off' };
  const worst = findings.find(({ address, port: at, exception, severity }) => address === host.address && at === port.port && exception === null && severity !== 'info');
  return worst ? { host, port, shape: 'finding', status: statusOfFinding(worst) } : { host, port, shape: 'open', status: 'info' };
}

/** What answers at a port, as far as it shows. */
export function serviceOf({ service, http }: Port): string {
  return service?.product ?? service?.protocol ?? http?.server ?? texts.hosts.unknown;
}
