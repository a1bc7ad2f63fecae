import { SaxesParser } from 'saxes';

/** An element with its text and the elements in it. */
export interface XmlElement {
  name: string;
  text: string;
  inside: XmlElement[];
}

const MAX_DEPTH = 12;
const MAX_ELEMENTS = 20_000;

/** The root of an XML document; null for what is not well-formed, too deep, too large, or has a document type: that could name entities. */
export function readXml(xml: string): XmlElement | null {
  const document: XmlElement = { name: '', text: '', inside: [] };
  const open = [document];
  let elements = 0;
  const parser = new SaxesParser();
  const refuse = (): never => { throw new Error('no document of ours'); };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name }) => {
    const element: XmlElement = { name, text: '', inside: [] };
    open.at(-1)!.inside.push(element);
    if (open.push(element) > MAX_DEPTH || ++elements > MAX_ELEMENTS) refuse();
  });
  parser.on('text', piece => { open.at(-1)!.text += piece; });
  parser.on('cdata', piece => { open.at(-1)!.text += piece; });
  parser.on('closetag', () => void open.pop());
  try {
    parser.write(xml).close();
    return document.inside[0] ?? null;
  } catch {
    return null;
  }
}

/** The elements that `path` leads to below `element`. */
export function elementsAt(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce<XmlElement[]>((found, name) => found.flatMap(({ inside }) => inside.filter(one => one.name === name)), [element]);
}

/** The text of the first of them; null where there is none. */
export function textAt(element: XmlElement, ...path: string[]): string | null {
  return elementsAt(element, ...path)[0]?.text.trim() ?? null;
}

/** `text` as the text of an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
