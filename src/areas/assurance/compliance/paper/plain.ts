import type { Block, Paper } from './paper.ts';

/** The document as text alone, such as for an e-mail; what is to be completed stands in square brackets. */
export function paperText({ title, about, blocks, footer, madeAt }: Paper): string {
  const parts = [`${title}\n${'='.repeat(Math.min(title.length, 72))}`, ...about, ...blocks.map(written), '--', footer, `Created ${new Date(madeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`];
  return `${parts.join('\n\n')}\n`;
}

function written(block: Block): string {
  switch (block.kind) {
    case 'heading': return block.level === 2 ? `${block.text}\n${'-'.repeat(Math.min(block.text.length, 72))}` : block.text;
    case 'text': return block.tone === 'open' ? `[${block.text}]` : block.text;
    case 'list': return block.items.map(item => `- ${item}`).join('\n');
    case 'table': return [block.caption, ...block.rows.map(row => row.map((cell, at) => `${block.heads[at]}: ${cell}`).join('\n'))].join('\n\n');
  }
}
