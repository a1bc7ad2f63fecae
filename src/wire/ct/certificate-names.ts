import { readElement, readElements, TAG, type Element } from '../../core/der.ts';

const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';
const EXTENSIONS = 0xa3;
const VERSION = 0xa0;
const DNS_NAME = 0x82;
const SUBJECT_AT = 4;
const MAX_NAMES = 2000;
const MAX_FIELDS = 12;
const MAX_EXTENSIONS = 200;
const MAX_NAME_BYTES = 255;

/** The host names for which a certificate is (RFC 5280): those of its alternative names and a common name that could be one. Total; what cannot be read has none. */
export function namesOfCertificate(der: Uint8Array): string[] {
  const certificate = readElement(der);
  const body = certificate?.tag === TAG.sequence ? readElement(certificate.content) : null;
  return body === null ? [] : namesOfBody(body.whole);
}

/** The same of a bare TBSCertificate, as it stands in the log before the certificate is issued (RFC 6962 §3.2). */
export function namesOfBody(der: Uint8Array): string[] {
  const body = readElement(der);
  if (body?.tag !== TAG.sequence) return [];
  const fields = readElements(body.content, MAX_FIELDS);
  const subject = fields[fields[0]?.tag === VERSION ? SUBJECT_AT + 1 : SUBJECT_AT];
  const extensions = fields.find(({ tag }) => tag === EXTENSIONS);
  return [...new Set([...extensions ? alternativeNames(extensions) : [], ...subject ? commonNames(subject) : []])].slice(0, MAX_NAMES);
}

function alternativeNames({ content }: Element): string[] {
  const list = readElement(content);
  if (list?.tag !== TAG.sequence) return [];
  return readElements(list.content, MAX_EXTENSIONS).flatMap(extension => {
    const parts = readElements(extension.content, 3);
    const value = parts.at(-1);
    if (!isIdentifier(parts[0], SUBJECT_ALT_NAME) || value?.tag !== TAG.octetString) return [];
    const names = readElement(value.content);
    return names?.tag === TAG.sequence ? readElements(names.content, MAX_NAMES).filter(({ tag }) => tag === DNS_NAME).flatMap(hostIn) : [];
  });
}

function commonNames({ content }: Element): string[] {
  return readElements(content, MAX_FIELDS).flatMap(set => readElements(set.content, MAX_FIELDS)).flatMap(pair => {
    const [type, value] = readElements(pair.content, 2);
    return value && isIdentifier(type, COMMON_NAME) ? hostIn(value) : [];
  });
}

function isIdentifier(element: Element | undefined, hex: string): boolean {
  return element?.tag === TAG.objectIdentifier && Buffer.from(element.content).toString('hex') === hex;
}

/** What could be a host name, in lower case. */
function hostIn({ content }: Element): string[] {
  if (content.length > MAX_NAME_BYTES) return [];
  const text = Buffer.from(content).toString('latin1').toLowerCase();
  return /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?$/.test(text) ? [text] : [];
}
