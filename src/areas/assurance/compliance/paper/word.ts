import { BorderStyle, Document, Footer, HeadingLevel, Packer, PageNumber, Paragraph, ShadingType, Table, TableCell, TableRow, TextRun, WidthType, type FileChild } from 'docx';
import type { Block, Paper } from './paper.ts';

const FULL = { size: 100, type: WidthType.PERCENTAGE } as const;
/** A4, in twentieths of a point. */
const PAGE = { size: { width: 11_906, height: 16_838 }, margin: { top: 1134, right: 1134, bottom: 1134, left: 1134 } } as const;
const OPEN = { shading: { type: ShadingType.CLEAR, fill: 'FFF6E0' }, border: { left: { style: BorderStyle.SINGLE, size: 24, color: '8A5A00', space: 6 } } } as const;
const QUIET = '595959';

/** The document as Office Open XML (docx). */
export async function paperFile({ title, about, blocks, footer, madeAt }: Paper): Promise<Uint8Array> {
  const children = [
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(clean(title))] }),
    ...about.map(line => paragraph(line, 'quiet')), ...blocks.flatMap(written),
    paragraph(`${footer}\nCreated ${new Date(madeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`, 'quiet'),
  ];
  const pages = new Footer({ children: [new Paragraph({ children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })] })] });
  const document = new Document({ title: clean(title), creator: 'Domain Security Service', styles: { default: { document: { run: { font: 'Arial', size: 20 } } } }, sections: [{ properties: { page: PAGE }, footers: { default: pages }, children }] });
  return new Uint8Array(await Packer.toBuffer(document));
}

function written(block: Block): FileChild[] {
  switch (block.kind) {
    case 'heading': return [new Paragraph({ heading: block.level === 2 ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_3, spacing: { before: 200, after: 60 }, children: [new TextRun(clean(block.text))] })];
    case 'text': return [paragraph(block.text, block.tone)];
    case 'list': return block.items.map(item => new Paragraph({ bullet: { level: 0 }, children: runs(item) }));
    case 'table': return [paragraph(block.caption), tableOf(block)];
  }
}

function tableOf({ heads, rows }: Extract<Block, { kind: 'table' }>): Table {
  const cell = (content: string, bold: boolean) => new TableCell({ children: [new Paragraph({ children: runs(content, bold) })] });
  return new Table({ width: FULL, rows: [
    new TableRow({ tableHeader: true, children: heads.map(head => cell(head, true)) }),
    ...rows.map(row => new TableRow({ cantSplit: true, children: row.map((content, at) => cell(content, at === 0)) })),
  ] });
}

function paragraph(content: string, tone?: 'open' | 'quiet'): Paragraph {
  return new Paragraph({ spacing: { after: 100 }, ...(tone === 'open' ? OPEN : {}), children: runs(content, false, tone === 'quiet' ? QUIET : undefined) });
}

/** Lines of a text, each on its own line. */
function runs(content: string, bold = false, color?: string): TextRun[] {
  return clean(content).split('\n').map((line, at) => new TextRun({ text: line, bold, ...(color ? { color } : {}), ...(at > 0 ? { break: 1 } : {}) }));
}

/** Text without what XML cannot hold (XML 1.0 §2.2). */
function clean(content: string): string {
  return content.toWellFormed().replaceAll(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, '');
}
