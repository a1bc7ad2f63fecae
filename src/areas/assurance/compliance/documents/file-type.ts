/** Types of files that are taken as evidence, by the ends of their names. */
interface FileType {
  mediaType: string;
  extensions: readonly string[];
  /** The bytes that it begins with; left out for text. */
  begins?: readonly (readonly number[])[];
}

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

export const fileTypes: readonly FileType[] = [
  { mediaType: 'application/pdf', extensions: ['pdf'], begins: [ascii('%PDF-')] },
  { mediaType: 'image/png', extensions: ['png'], begins: [[0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]] },
  { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'], begins: [[0xff, 0xd8, 0xff]] },
  { mediaType: 'image/webp', extensions: ['webp'], begins: [ascii('RIFF')] },
  { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extensions: ['docx'], begins: [ZIP] },
  { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['xlsx'], begins: [ZIP] },
  { mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extensions: ['pptx'], begins: [ZIP] },
  { mediaType: 'application/vnd.oasis.opendocument.text', extensions: ['odt'], begins: [ZIP] },
  { mediaType: 'application/vnd.oasis.opendocument.spreadsheet', extensions: ['ods'], begins: [ZIP] },
  { mediaType: 'text/plain', extensions: ['txt', 'log', 'md'] },
  { mediaType: 'text/csv', extensions: ['csv'] },
  { mediaType: 'application/json', extensions: ['json'] },
];

const MARKUP = /^\s*(<\?xml|<!|<[a-z][\w:-]*[\s/>])/i;
const BOM = /^\uFEFF/;

/** The media type of a file that may be kept; null for every other, such as pages, pictures with scripts, programs and archives. Nothing is unpacked. */
export function fileTypeOf(name: string, bytes: Uint8Array): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const type = fileTypes.find(({ extensions }) => extension !== undefined && extensions.includes(extension));
  if (!type || bytes.length === 0) return null;
  return (type.begins ? type.begins.some(begin => begin.every((byte, at) => bytes[at] === byte)) : isText(bytes)) ? type.mediaType : null;
}

/** UTF-8 without control characters that is no markup. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return !/[\x00-\x08\x0e-\x1f]/.test(text) && !MARKUP.test(text.replace(BOM, ''));
  } catch {
    return false;
  }
}
