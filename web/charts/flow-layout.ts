import type { Status } from '../parts/status-badge.tsx';

/** What something flows through, in a column from the left. */
export interface FlowNode {
  key: string;
  column: number;
  label: string;
  count: number;
  status: Status;
}

/** How much flows from one node to one in the next column. */
export interface FlowBand {
  from: string;
  to: string;
  count: number;
  status: Status;
}

/** A node with its place in pixels: `y` is its middle, `heightPx` that of its bar. */
export interface LaidNode extends FlowNode {
  x: number;
  y: number;
  heightPx: number;
  slotPx: number;
}

export interface LaidBand extends FlowBand {
  path: string;
  widthPx: number;
}

export const BAR_PX = 8;
/** Two lines of text. */
const SLOT_PX = 34;
const GAP_PX = 6;
const BARS_PX = 160;

/** Lays nodes out below each other in their columns, in their order, however little flows through one, and the bands between them; gives the height in pixels that they need. */
export function layFlow(nodes: readonly FlowNode[], bands: readonly FlowBand[], widthPx: number): { nodes: LaidNode[]; bands: LaidBand[]; heightPx: number } {
  const columns = [...Map.groupBy(nodes, ({ column }) => column).values()];
  const total = Math.max(1, ...columns.map(column => column.reduce((sum, { count }) => sum + count, 0)));
  const thickness = (count: number): number => Math.max(1, count / total * BARS_PX);
  const slotOf = ({ count }: FlowNode): number => Math.max(SLOT_PX, thickness(count) + GAP_PX);
  const heights = columns.map(column => column.reduce((sum, node) => sum + slotOf(node), 0));
  const heightPx = Math.max(0, ...heights);
  const stepPx = (widthPx - BAR_PX) / Math.max(1, columns.length - 1);
  const laid = columns.flatMap((column, index) => {
    let top = (heightPx - heights[index]!) / 2;
    return column.map((node): LaidNode => {
      const slotPx = slotOf(node);
      const y = (top += slotPx) - slotPx / 2;
      return { ...node, x: node.column * stepPx, y, heightPx: thickness(node.count), slotPx };
    });
  });
  const byKey = new Map(laid.map(node => [node.key, node]));
  const order = new Map(laid.map(({ key }, index) => [key, index]));
  const [left, come] = [new Map<string, number>(), new Map<string, number>()];
  const sorted = bands.filter(({ count }) => count > 0).toSorted((a, b) => order.get(a.from)! - order.get(b.from)! || order.get(a.to)! - order.get(b.to)!);
  const paths = sorted.map((band): LaidBand => {
    const [from, to] = [byKey.get(band.from)!, byKey.get(band.to)!];
    const bandPx = band.count / total * BARS_PX;
    const middle = (node: LaidNode, used: Map<string, number>): number => {
      const before = used.get(node.key) ?? 0;
      used.set(node.key, before + bandPx);
      return node.y - node.heightPx / 2 + before + bandPx / 2;
    };
    const [y0, y1, x0, x1] = [middle(from, left), middle(to, come), from.x + BAR_PX, to.x];
    const turn = (x0 + x1) / 2;
    return { ...band, path: `M${x0} ${y0}C${turn} ${y0} ${turn} ${y1} ${x1} ${y1}`, widthPx: Math.max(1, bandPx) };
  });
  return { nodes: laid, bands: paths, heightPx };
}
